import { first, sql } from "@/lib/core/db/sql";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import type { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import { CODE_SECONDS } from "@/lib/protocol/codes/issue-code";
import { explainRedirectDifference } from "@/lib/protocol/events/explain-redirect-difference";
import type { PresentedCode } from "@/lib/protocol/tokens/exchange-code";
import {
  fixSubject,
  grantNotRegistered,
  invalidGrant,
  rejectScopes,
} from "@/lib/protocol/tokens/invalid-grant";
import { revokeCodeAndItsTokens } from "@/lib/protocol/tokens/revoke-family";
import type { TokenContext } from "@/lib/protocol/tokens/statements";
import { FAMILY_ENDED, SELLER_BELONGS, SESSION_NOT_ENDED } from "@/lib/protocol/tokens/token-state";

/**
 * Explains why a code was not redeemed, by the reason that is most useful to a developer, and revokes its tokens after a
 * replay or a wrong verifier. The statement has already decided that the code cannot be used.
 */
export async function rejectCode(
  kind: "online" | "offline",
  context: TokenContext,
  code: PresentedCode,
): Promise<ServiceError> {
  const facts = await findCodeFacts(code, context.credentials.clientId, context.subject);
  if (!facts) {
    return invalidGrant("The code is unknown or was issued to another client.", {
      check: "code_known",
    });
  }
  if (!facts.mayUseCodes) return grantNotRegistered("authorization_code");
  if (!facts.sameSubject) {
    return invalidGrant("The code was not issued for the company in the path.", {
      check: "company",
      fix: fixSubject(facts),
    });
  }
  if (facts.revoked) {
    return invalidGrant("The code was revoked. Run the authorization flow again.", {
      check: "code_unused",
    });
  }
  // A code that is used twice may be stolen, so its tokens are revoked (RFC 6749 section 4.1.2).
  if (kind === "online" ? facts.onlineUsed : facts.offlineUsed) {
    await revokeCodeAndItsTokens(code.codeHash);
    return invalidGrant(
      `The code was already used for an ${kind} token. All tokens issued from it are revoked.`,
      { check: "code_unused" },
    );
  }
  if (facts.expired) {
    return invalidGrant("The code has expired. Exchange it within 60 seconds.", {
      check: "code_fresh",
      fix: { kind: "exchange_within", seconds: CODE_SECONDS },
    });
  }
  if (facts.grantEnded) {
    return invalidGrant("The company removed the extension after the code was issued.", {
      check: "grant_live",
    });
  }
  if (facts.sellerLeft) {
    return invalidGrant("The person who was signed in no longer belongs to the company.", {
      check: "seller_belongs",
    });
  }
  if (kind === "online" && facts.offlineOnly) {
    return invalidGrant(
      "The code was issued without a browser, so no one is signed in. Exchange it at offline-token.",
      { check: "code_online" },
    );
  }
  if (kind === "online" && facts.signedOut) {
    return invalidGrant("The person who was signed in has signed out since the code was issued.", {
      check: "session_live",
    });
  }
  if (facts.codeChallenge !== code.codeChallenge) return rejectVerifier(facts, code);
  if (code.redirectUri !== null && code.redirectUri !== facts.redirectUri) {
    return invalidGrant("redirect_uri is not the one in the authorize request.", {
      check: "redirect_uri_same",
      fix: { kind: "set_parameter", name: "redirect_uri", value: facts.redirectUri },
      ...explainOther(facts.redirectUri, code.redirectUri),
    });
  }
  return (
    rejectScopes("code", code.scopes, facts) ??
    invalidGrant("The code could not be used. Run the authorization flow again.", {
      check: "code_known",
    })
  );
}

async function rejectVerifier(facts: CodeFacts, code: PresentedCode): Promise<ServiceError> {
  const diagnosis = { check: "code_verifier", fix: { kind: "send_code_verifier" } } as const;
  if (facts.codeChallenge === null) {
    const message =
      "The request has a code_verifier, but the authorize request had no code_challenge.";
    return invalidGrant(message, diagnosis);
  }
  await revokeCodeAndItsTokens(code.codeHash);
  const what = code.codeChallenge === null ? "is missing" : "does not match the code_challenge";
  return invalidGrant(
    `code_verifier ${what}. The code is revoked (RFC 7636 section 4.6).`,
    diagnosis,
  );
}

function explainOther(expected: string, sent: string): Pick<Diagnosis, "difference"> {
  const found = explainRedirectDifference([expected], sent);
  return found ? { difference: `authorize was called with ${expected}: ${found.words}.` } : {};
}

/** The facts about a code of this client that could not be used. */
export type CodeFacts = {
  mayUseCodes: boolean;
  companyId: number | null;
  organizationId: string | null;
  sameSubject: boolean;
  revoked: boolean;
  onlineUsed: boolean;
  offlineUsed: boolean;
  expired: boolean;
  grantEnded: boolean;
  sellerLeft: boolean;
  /** Issued without a browser, for an offline token alone. */
  offlineOnly: boolean;
  /** Whether the session in which it was requested has ended. */
  signedOut: boolean;
  codeChallenge: string | null;
  redirectUri: string;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const findCode = sql<Subject & { codeHash: Buffer; codeDay: number; clientId: string }, CodeFacts>(
  "find-code-facts",
  {
    mayUseCodes: "bool",
    companyId: "int8",
    organizationId: "text",
    sameSubject: "bool",
    revoked: "bool",
    onlineUsed: "bool",
    offlineUsed: "bool",
    expired: "bool",
    grantEnded: "bool",
    sellerLeft: "bool",
    offlineOnly: "bool",
    signedOut: "bool",
    codeChallenge: "text",
    redirectUri: "text",
    scopes: "text[]",
    grantedScopes: "text[]",
    clientScopes: "text[]",
  },
  `
  SELECT 'authorization_code' = ANY (c.grant_types) AS "mayUseCodes",
    a.company_id AS "companyId", a.organization_id AS "organizationId",
    a.company_id IS NOT DISTINCT FROM :companyId::bigint AND a.organization_id IS NOT DISTINCT FROM :organizationId AS "sameSubject",
    a.revoked_at IS NOT NULL OR ${FAMILY_ENDED("a.code_hash")} AS revoked, a.online_used_at IS NOT NULL AS "onlineUsed",
    a.offline_used_at IS NOT NULL AS "offlineUsed",
    CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
      THEN a.expires_at ELSE a.second_use_expires_at END <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> a.grant_epoch AS "grantEnded",
    NOT ${SELLER_BELONGS("a")} AS "sellerLeft", a.offline_only AS "offlineOnly",
    NOT ${SESSION_NOT_ENDED("a")} AS "signedOut",
    a.code_challenge AS "codeChallenge", a.redirect_uri AS "redirectUri", a.scopes,
    g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM authorization_codes a JOIN grants g ON g.id = a.grant_id JOIN clients c ON c.client_id = a.client_id
  WHERE a.day = :codeDay AND a.code_hash = :codeHash AND a.client_id = :clientId`,
);

/** Facts about a code of this client, or null when it has no such code. */
export async function findCodeFacts(
  { codeHash, codeDay }: PresentedCode,
  clientId: string,
  subject: Subject,
): Promise<CodeFacts | null> {
  return first(await findCode({ codeHash, codeDay, clientId, ...subject }));
}
