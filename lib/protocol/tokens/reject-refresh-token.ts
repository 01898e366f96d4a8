import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import { first, sql } from "@/lib/core/db/sql";
import type { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import {
  fixSubject,
  invalidGrant,
  notOfKind,
  rejectScopes,
} from "@/lib/protocol/tokens/invalid-grant";
import type { PresentedRefreshToken } from "@/lib/protocol/tokens/refresh-access-token";
import { revokeFamily, type TokenFamily } from "@/lib/protocol/tokens/revoke-family";
import {
  CODE_OF_SAME_GRANT,
  ROTATION_GRACE_SECONDS,
  type TokenContext,
} from "@/lib/protocol/tokens/statements";
import { REFRESH_TOKEN_REVOKED } from "@/lib/protocol/tokens/token-state";

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
  const scopeError = rejectScopes("refresh token", presented.scopes, facts);
  if (scopeError) return scopeError;
  return invalidGrant("The refresh token could not be used. Run the authorization flow again.", {
    check: "grant_live",
  });
}

/** The facts about a refresh token of this client that could not be used. */
export type RefreshFacts = TokenFamily & {
  companyId: number | null;
  organizationId: string | null;
  sameSubject: boolean;
  revoked: boolean;
  expired: boolean;
  grantEnded: boolean;
  codeOfSameGrant: boolean;
  /** Superseded, and not just now. */
  pastGrace: boolean;
  scopes: string[];
  grantedScopes: string[];
  clientScopes: string[];
};

const findRefreshToken = sql<
  Subject & {
    refreshTokenHash: Buffer;
    clientId: string;
    codeHash: Buffer | null;
    codeDay: number | null;
    graceSeconds: number;
  },
  RefreshFacts
>(
  "find-refresh-facts",
  {
    companyId: "int8",
    organizationId: "text",
    sameSubject: "bool",
    revoked: "bool",
    expired: "bool",
    grantEnded: "bool",
    codeOfSameGrant: "bool",
    pastGrace: "bool",
    codeHash: "bytea",
    familyId: "text",
    grantId: "text",
    scopes: "text[]",
    grantedScopes: "text[]",
    clientScopes: "text[]",
  },
  `
  SELECT r.company_id AS "companyId", r.organization_id AS "organizationId",
    r.company_id IS NOT DISTINCT FROM :companyId::bigint AND r.organization_id IS NOT DISTINCT FROM :organizationId AS "sameSubject",
    ${REFRESH_TOKEN_REVOKED("r")} AS revoked, r.expires_at <= now() AS expired,
    g.revoked_at IS NOT NULL OR g.epoch <> r.grant_epoch AS "grantEnded",
    ${CODE_OF_SAME_GRANT(":codeHash::bytea", ":codeDay::int")} AS "codeOfSameGrant",
    coalesce(r.superseded_at <= now() - make_interval(secs => :graceSeconds), false) AS "pastGrace",
    r.code_hash AS "codeHash", r.family_id AS "familyId", r.grant_id AS "grantId", r.scopes, g.scopes AS "grantedScopes", c.scopes AS "clientScopes"
  FROM refresh_tokens r JOIN grants g ON g.id = r.grant_id JOIN clients c ON c.client_id = r.client_id
  WHERE r.token_hash = :refreshTokenHash AND r.client_id = :clientId`,
);

/** Facts about a refresh token of this client, or null when it has no such token. */
export async function findRefreshFacts(
  { refreshTokenHash, codeHash, codeDay }: PresentedRefreshToken,
  clientId: string,
  subject: Subject,
  graceSeconds: number,
): Promise<RefreshFacts | null> {
  const values = { refreshTokenHash, clientId, codeHash, codeDay, graceSeconds };
  return first(await findRefreshToken({ ...values, ...subject }));
}
