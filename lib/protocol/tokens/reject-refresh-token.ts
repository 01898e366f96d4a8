import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import { explainScopes } from "@/lib/protocol/events/explain-scopes";
import { fixSubject } from "@/lib/protocol/events/fix-subject";
import { rejectSeparators } from "@/lib/protocol/scopes/reject-separators";
import { findRefreshFacts } from "@/lib/protocol/tokens/denial-repository";
import { notOfKind } from "@/lib/protocol/tokens/not-of-kind";
import { rejectLostScopes } from "@/lib/protocol/tokens/reject-lost-scopes";
import type { PresentedRefreshToken, TokenContext } from "@/lib/protocol/tokens/repository";
import { revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import { ROTATION_GRACE_SECONDS } from "@/lib/protocol/tokens/statements";

/**
 * Explains why a refresh token was not used, and revokes its family if it was replaced. The statement has already
 * decided that it cannot be used.
 * @param sent the token as sent
 */
export async function rejectRefreshToken(
  context: TokenContext,
  sent: string,
  presented: PresentedRefreshToken,
): Promise<ServiceError> {
  const facts = await findRefreshFacts(
    presented,
    context.credentials.clientId,
    context.subject,
    ROTATION_GRACE_SECONDS,
  );
  if (!facts && !isTokenOfKind(sent, "refresh")) {
    return invalidGrant(notOfKind("refresh_token", sent, "a refresh token"), {
      check: "refresh_token_form",
      fix: { kind: "set_parameter", name: "refresh_token", value: null },
    });
  }
  if (!facts) {
    return invalidGrant("The refresh token is unknown or was issued to another client.", {
      check: "refresh_token_known",
    });
  }
  if (!facts.sameSubject) {
    return invalidGrant("The refresh token was not issued for the company in the path.", {
      check: "company",
      fix: fixSubject(facts),
    });
  }
  if (facts.revoked || facts.grantEnded) {
    return invalidGrant(
      "The refresh token was revoked: the company removed the extension, or a code was replayed.",
      { check: "grant_live" },
    );
  }
  // Another party has a newer token. One of the two was stolen, and we cannot know which.
  if (facts.pastGrace) {
    await revokeFamily(facts);
    return invalidGrant(
      "The refresh token was replaced by a newer one that is in use. All tokens of this installation are revoked.",
      { check: "refresh_token_unreplaced" },
    );
  }
  if (facts.expired) {
    return invalidGrant("The refresh token has expired. Run the authorization flow again.", {
      check: "refresh_token_fresh",
    });
  }
  if (!facts.codeOfSameGrant) {
    return invalidGrant("The code sent along belongs to another grant.", {
      check: "refresh_token_code",
      fix: { kind: "remove_parameter", name: "code" },
    });
  }
  const beyond = presented.scopes?.filter((scope) => !facts.scopes.includes(scope)) ?? [];
  const misread = rejectSeparators(presented.scopes ?? [], beyond);
  if (misread) return misread;
  if (beyond.length > 0) {
    return new ServiceError(
      "invalid_scope",
      `The refresh token was not granted: ${beyond.join(", ")}.`,
      {
        check: "scope_granted",
        fix: { kind: "set_parameter", name: "scope", value: facts.scopes.join(",") },
        difference: explainScopes(presented.scopes ?? [], facts.scopes, "granted"),
      },
    );
  }
  const scopeError = rejectLostScopes(presented.scopes ?? facts.scopes, facts);
  if (scopeError) return scopeError;
  return invalidGrant("The refresh token could not be used. Run the authorization flow again.", {
    check: "grant_live",
  });
}

function invalidGrant(message: string, diagnosis: Diagnosis): ServiceError {
  const fix = { kind: "run_authorize_again" } as const;
  return new ServiceError("invalid_grant", message, { fix, ...diagnosis });
}
