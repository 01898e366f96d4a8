import type { SignInProblem } from "./sign-in-notice";

/** The query parameters of the sign-in page. */
export interface SignInFlags {
  /** next-auth's code of a failed attempt. */
  error: string;
  /** The first operator was just created. */
  created: string;
  /** A link just set a new password. */
  passwordSet: string;
  /** The same, and the link turned off the second factor. */
  recovered: string;
  signedOut: string;
}

/**
 * Why the sign-in page is shown again. Errors come first, because the other parameters stay in the address after
 * a failed attempt.
 */
export function readSignInProblem({
  error,
  created,
  passwordSet,
  recovered,
  signedOut,
}: SignInFlags): SignInProblem | null {
  if (error === "CredentialsSignin") return "wrong_credentials";
  if (error === "too_many_attempts" || error === "too_many_codes") return error;
  if (error === "passwords_off") return error;
  if (error !== "") return "unavailable";
  if (created !== "") return "owner_created";
  if (passwordSet !== "") return "password_set";
  if (recovered !== "") return "recovered";
  return signedOut === "" ? null : "signed_out";
}
