import { ServiceError } from "@/lib/core/errors";
import type { AuthorizeCheck } from "@/lib/protocol/authorize/authorize-context";

/** A client may be registered as one that always uses PKCE (RFC 7636). */
export const checkPkce: AuthorizeCheck = {
  sql: "(asked.code_challenge IS NOT NULL OR NOT client.require_pkce)",
  run({ facts, parameters }) {
    if (parameters.codeChallenge !== null || !facts.client?.requirePkce) return null;
    return new ServiceError("invalid_request", "This client must send code_challenge (PKCE).", {
      check: "code_challenge",
      fix: { kind: "send_code_challenge" },
    });
  },
};
