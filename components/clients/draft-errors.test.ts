import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/api/client/api-error";
import { EMPTY_DRAFT } from "./client-draft";
import { newDraftErrors } from "./draft-check";
import { errorsOfAnswer } from "./draft-errors";

const draft = {
  ...EMPTY_DRAFT,
  name: "Shipfast",
  redirectUrls: [
    { key: 4, value: "" },
    { key: 7, value: "https://shipfast.example.com/fp/auth" },
    { key: 9, value: "http://shipfast.example.com/fp/auth" },
  ],
};

const rejected = (fields: { path: string; message: string }[]) =>
  errorsOfAnswer(
    draft,
    new ApiError("Rejected.", { status: 400, code: "invalid_request", fields }),
  );

describe("problems in a draft", () => {
  it("are absent when the create schema accepts the draft", () => {
    const good = { ...draft, redirectUrls: draft.redirectUrls.slice(0, 2) };
    expect(newDraftErrors(good)).toEqual({});
  });

  it("are shown at the row of the redirect URL, even among empty rows", () => {
    const errors = newDraftErrors(draft);
    expect(Object.keys(errors)).toEqual(["redirectUrls.9"]);
  });

  it("are shown as a sentence at the field that the API names", () => {
    expect(rejected([{ path: "meta.name", message: "must have at least 1 character" }])).toEqual({
      name: "It must have at least 1 character.",
    });
  });

  it("name the scope in question", () => {
    const scoped = { ...draft, scopes: ["company/orders/read", "a b"] };
    const fields = [{ path: "scopes.permissions.1", message: "must be printable" }];
    const error = new ApiError("Rejected.", { status: 400, code: "invalid_request", fields });
    expect(errorsOfAnswer(scoped, error)).toEqual({ scopes: "a b must be printable." });
  });

  it("mark an empty lifetime at its field", () => {
    const empty = { ...draft, redirectUrls: [], accessTokenLifetime: null };
    const errors = newDraftErrors(empty);
    expect(Object.keys(errors)).toEqual(["accessTokenLifetime"]);
  });

  it("appear for the whole form when no single field is at fault", () => {
    expect(rejected([])).toEqual({ "": "Rejected." });
  });
});
