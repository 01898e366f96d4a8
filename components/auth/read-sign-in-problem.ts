import type { SignInProblem } from "./sign-in-notice";

/** The query parameters of the sign-in page. */
export interface SignInFlags {
  /** next-auth's code of a failed attempt. */
  error: string;
  /** The first owner was just created. */
  created: string;
  /** A recovery link just set a new password. */
  recovered: string;
  /** A link for taking over an account was sent, if the account exists. */
  reclaimSent: string;
  signedOut: string;
}

/**
 * Why the sign-in page is shown again. Errors come first, because the other parameters stay in the address after
 * a failed attempt.
 */
export function readSignInProblem({
  error,
  created,
  recovered,
  reclaimSent,
  signedOut,
}: SignInFlags): SignInProblem | null {
  if (error === "CredentialsSignin") return "wrong_credentials";
  if (error === "too_many_attempts" || error === "too_many_codes") return error;
  if (error !== "") return "unavailable";
  if (created !== "") return "owner_created";
  if (recovered !== "") return "password_set";
  if (reclaimSent !== "") return "reclaim_sent";
  return signedOut === "" ? null : "signed_out";
}
