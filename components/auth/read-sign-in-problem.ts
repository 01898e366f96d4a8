import { firstValue, type SearchParams } from "@/lib/http/search-params";
import type { SignInProblem } from "./sign-in-notice";

/**
 * Why sign-in is shown again, from the page's query: `error` is next-auth's, the rest ours. An error
 * comes first, because the other two stay in the address after a failed attempt.
 */
export function readSignInProblem(query: SearchParams): SignInProblem | undefined {
  const error = firstValue(query, "error");
  if (error === "CredentialsSignin") return "wrong_credentials";
  if (error === "too_many_attempts") return "too_many_attempts";
  if (error !== "") return "unavailable";
  if (firstValue(query, "created") !== "") return "owner_created";
  return firstValue(query, "signed_out") === "" ? undefined : "signed_out";
}
