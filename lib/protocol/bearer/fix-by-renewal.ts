import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
import type { AccessTokenKind } from "@/lib/protocol/bearer/bearer-facts";

/**
 * How a client replaces an access token that has ended, with a grant type that it is registered for.
 * @param grantTypes those of the client
 */
export function fixByRenewal(kind: AccessTokenKind, grantTypes: readonly string[]): Fix {
  if (kind === "client_credentials") {
    return grantTypes.includes(kind)
      ? { kind: "use_client_credentials" }
      : { kind: "register_grant", grant: kind };
  }
  return kind === "offline" && grantTypes.includes("refresh_token")
    ? { kind: "refresh_token" }
    : { kind: "run_authorize_again" };
}
