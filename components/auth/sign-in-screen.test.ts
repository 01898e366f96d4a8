import { describe, expect, it } from "vitest";
import { readSignInProblem } from "./sign-in-screen";

const NOTHING = { error: "", created: "", passwordSet: "", recovered: "", signedOut: "" };

describe("why the sign-in page is shown again", () => {
  it.each([
    [{}, null],
    [{ error: "CredentialsSignin" }, "wrong_credentials"],
    [{ error: "too_many_attempts" }, "too_many_attempts"],
    [{ error: "Callback" }, "unavailable"],
    [{ created: "1" }, "owner_created"],
    [{ recovered: "1" }, "recovered"],
    [{ error: "too_many_codes" }, "too_many_codes"],
    [{ passwordSet: "1" }, "password_set"],
    [{ signedOut: "1" }, "signed_out"],
    [{ error: "CredentialsSignin", signedOut: "1" }, "wrong_credentials"],
  ])("reads %j as %s", (flags, problem) => {
    expect(readSignInProblem({ ...NOTHING, ...flags })).toBe(problem);
  });
});
