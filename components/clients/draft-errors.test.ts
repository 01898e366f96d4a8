import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api-client/api-error";
import { EMPTY_DRAFT } from "./client-draft";
import { newDraftErrors } from "./draft-check";
import { refusalErrors } from "./draft-errors";

const draft = {
  ...EMPTY_DRAFT,
  name: "Shipfast",
  redirectUrls: [
    { key: 4, value: "" },
    { key: 7, value: "https://shipfast.example.com/fp/auth" },
    { key: 9, value: "http://shipfast.example.com/fp/auth" },
  ],
};

const refused = (fields: { path: string; message: string }[]) =>
  refusalErrors(draft, new ApiError("Refused.", { status: 400, code: "invalid_request", fields }));

describe("what is wrong with a draft", () => {
  it("is nothing when the schema of create accepts it", () => {
    const good = { ...draft, redirectUrls: draft.redirectUrls.slice(0, 2) };
    expect(newDraftErrors(good)).toEqual({});
  });

  it("stands at the row that holds the redirect URL, empty rows or not", () => {
    const errors = newDraftErrors(draft);
    expect(Object.keys(errors)).toEqual(["redirectUrls.9"]);
  });

  it("stands at the field that the API names, as a sentence", () => {
    expect(refused([{ path: "meta.name", message: "must have at least 1 character" }])).toEqual({
      name: "It must have at least 1 character.",
    });
  });

  it("names the scope that is meant", () => {
    const scoped = { ...draft, scopes: ["company/orders/read", "a b"] };
    const fields = [{ path: "scopes.permissions.1", message: "must be printable" }];
    const error = new ApiError("Refused.", { status: 400, code: "invalid_request", fields });
    expect(refusalErrors(scoped, error)).toEqual({ scopes: "a b must be printable." });
  });

  it("refuses an empty lifetime at its field", () => {
    const empty = { ...draft, redirectUrls: [], accessTokenLifetime: null };
    const errors = newDraftErrors(empty);
    expect(Object.keys(errors)).toEqual(["accessTokenLifetime"]);
  });

  it("is about the whole form when no field is to blame", () => {
    expect(refused([])).toEqual({ "": "Refused." });
  });
});
