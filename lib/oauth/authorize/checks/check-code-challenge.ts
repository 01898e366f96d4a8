import { ServiceError } from "@/lib/errors";
import type { AuthorizeContext } from "@/lib/oauth/authorize/authorize-context";
import type { Fix } from "@/lib/oauth/events/fix-schemas";

const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** PKCE (RFC 7636): optional, S256 only, required where the client says so. */
export function checkCodeChallenge({ facts, parameters }: AuthorizeContext): ServiceError | null {
  const { codeChallenge, codeChallengeMethod } = parameters;
  if (codeChallenge === null) {
    if (codeChallengeMethod !== null)
      return invalid("code_challenge_method came without code_challenge.", {
        kind: "remove_parameter",
        name: "code_challenge_method",
      });
    if (facts.client?.requirePkce) return invalid("This client must send code_challenge (PKCE).");
    return null;
  }
  if (codeChallengeMethod !== "S256") {
    // Where no method was named a challenge of the right form is one of S256; with plain it is not.
    const isS256 = codeChallengeMethod === null && S256_CHALLENGE.test(codeChallenge);
    return invalid(
      "code_challenge_method must be S256.",
      isS256
        ? { kind: "set_parameter", name: "code_challenge_method", value: "S256" }
        : { kind: "send_code_challenge" },
    );
  }
  if (!S256_CHALLENGE.test(codeChallenge)) {
    return invalid("code_challenge must be the base64url SHA-256 of the verifier, 43 characters.");
  }
  return null;
}

function invalid(message: string, fix: Fix = { kind: "send_code_challenge" }): ServiceError {
  return new ServiceError("invalid_request", message, { check: "code_challenge", fix });
}
