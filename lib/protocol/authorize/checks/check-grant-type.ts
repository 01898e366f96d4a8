import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** The client must be registered for authorization codes (RFC 6749 section 4.1.2.1). */
export const checkGrantType: AuthorizeCheck = {
  sql: "'authorization_code' = ANY (client.grant_types)",
  run({ facts }) {
    if (facts.client?.grantTypes.includes("authorization_code")) return null;
    return new ServiceError(
      "unauthorized_client",
      "The client is not registered for the grant authorization_code.",
      {
        check: "grant_registered",
        fix: { kind: "register_grant", grant: "authorization_code" },
      },
    );
  },
};
