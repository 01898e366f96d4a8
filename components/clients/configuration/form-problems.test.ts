import { describe, expect, it } from "vitest";
import { createClientCall } from "@/lib/api/client/client-calls";
import { checkCalls } from "./check-calls";
import { type ClientValues, NEW_CLIENT } from "./client-values";
import { placeProblems } from "./form-problems";
import { createBody } from "./saving-calls";

const values: ClientValues = {
  ...NEW_CLIENT,
  meta: { ...NEW_CLIENT.meta, name: "Shipfast" },
  redirect_urls: ["", "https://shipfast.example.com/auth", "http://shipfast.example.com/auth"],
};

const problemsOf = (form: ClientValues) =>
  placeProblems(form, checkCalls([createClientCall("a".repeat(24), createBody(form))]));

describe("problems of a form", () => {
  it("are absent when the API accepts what it would send", () => {
    expect(problemsOf({ ...values, redirect_urls: values.redirect_urls.slice(0, 2) })).toEqual([]);
  });

  it("are shown at the row of the redirect URL, even among empty rows", () => {
    expect(problemsOf(values).map(({ place }) => place)).toEqual(["redirect_urls.2"]);
  });

  it("are shown as a sentence at the field that the API names", () => {
    const unnamed = { ...values, redirect_urls: [], meta: { ...values.meta, name: " " } };
    expect(problemsOf(unnamed)).toEqual([
      { place: "meta.name", message: "It must have at least 1 character." },
    ]);
  });

  it("name the scope in question", () => {
    const scopes = { ...values.scopes, permissions: ["company/orders/read", "a b"] };
    const [problem] = problemsOf({ ...values, redirect_urls: [], scopes });
    expect(problem?.place).toBe("scopes.permissions");
    expect(problem?.message).toMatch(/^a b must be/);
  });

  it("are about the whole form when no field of it is at fault", () => {
    const revoke = [{ path: "revoke_secrets", message: "Rotate the secret first." }];
    const ofForm = { place: "root", message: "Rotate the secret first." };
    expect(placeProblems(values, revoke)).toEqual([ofForm]);
  });
});
