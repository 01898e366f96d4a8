import type { Fix } from "@/lib/core/diagnosis/fix-schemas";
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

const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** A PKCE challenge (RFC 7636) must be S256. */
export const checkCodeChallenge: AuthorizeCheck = {
  sql: null,
  run({ parameters: { codeChallenge, codeChallengeMethod } }) {
    if (codeChallenge === null) {
      if (codeChallengeMethod === null) return null;
      return invalid("The request has code_challenge_method but no code_challenge.", {
        kind: "remove_parameter",
        name: "code_challenge_method",
      });
    }
    if (codeChallengeMethod !== "S256") {
      // Without a method, a challenge of the right form is one of S256. With method=plain it is not.
      const isS256 = codeChallengeMethod === null && S256_CHALLENGE.test(codeChallenge);
      return invalid(
        "code_challenge_method must be S256.",
        isS256
          ? { kind: "set_parameter", name: "code_challenge_method", value: "S256" }
          : { kind: "send_code_challenge" },
      );
    }
    if (S256_CHALLENGE.test(codeChallenge)) return null;
    return invalid("code_challenge must be the base64url SHA-256 of the verifier, 43 characters.", {
      kind: "send_code_challenge",
    });
  },
};

function invalid(message: string, fix: Fix): ServiceError {
  return new ServiceError("invalid_request", message, { check: "code_challenge", fix });
}
