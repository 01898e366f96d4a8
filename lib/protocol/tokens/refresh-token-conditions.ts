import { isTokenOfKind } from "@/lib/core/crypto/tokens";
import type { RequestOf } from "@/lib/core/db/batch";
import type { ServiceError } from "@/lib/core/errors";
import {
  allOf,
  type Condition,
  type Conditions,
  explanation,
  invalidGrant,
  notOfKind,
  scopeConditions,
  subjectCondition,
} from "@/lib/protocol/tokens/conditions";
import { revokeFamily } from "@/lib/protocol/tokens/revoke-family";
import { SHARED, sharedValues, type TokenContext } from "@/lib/protocol/tokens/statements";
import { REFRESH_TOKEN_REVOKED } from "@/lib/protocol/tokens/token-state";

export const REFRESH_TOKEN = {
  refreshTokenHash: "bytea",
  scopes: "text[]?",
  codeHash: "bytea?",
  codeDay: "int4?",
} as const;

/** A refresh token as the client sent it, with the hash and day of a code sent along. */
export type SubmittedRefreshToken = RequestOf<typeof REFRESH_TOKEN>;

/** Seconds for which a superseded refresh token still works, in case a response got lost. */
export const ROTATION_GRACE_SECONDS = 30;

/** `familyOfCode`: the hash of the family's code, in hexadecimal; null if it was imported. */
type Family = { familyOfCode: string | null; familyId: string; grantId: string };

const replacedCondition = (row: string): Condition<unknown, Family> => ({
  // Also if its client no longer rotates.
  sql: `${row}.superseded_at IS NULL
      OR ${row}.superseded_at > now() - interval '${ROTATION_GRACE_SECONDS} seconds'`,
  facts: {
    familyOfCode: `encode(${row}.code_hash, 'hex')`,
    familyId: `${row}.family_id`,
    grantId: `${row}.grant_id`,
  },
  // Another party has a newer token. One of the two was stolen, and we cannot know which.
  async deny(_sent, { familyOfCode, ...family }) {
    const codeHash = familyOfCode === null ? null : Buffer.from(familyOfCode, "hex");
    await revokeFamily({ codeHash, ...family });
    return invalidGrant(
      "The refresh token was replaced by a newer one that is in use. All tokens of this installation are revoked.",
      { check: "refresh_token_unreplaced" },
    );
  },
});

const liveConditions = (row: string): Conditions<Condition<unknown>> => ({
  revoked: {
    sql: `NOT ${REFRESH_TOKEN_REVOKED(row)} AND g.epoch = ${row}.grant_epoch AND g.revoked_at IS NULL`,
    check: "grant_live",
    message:
      "The refresh token was revoked: the company removed the extension, or a code was replayed.",
  },
  replaced: replacedCondition(row),
  expired: {
    sql: `${row}.expires_at > now()`,
    check: "refresh_token_fresh",
    message: "The refresh token has expired. Run the authorization flow again.",
  },
});

/** Whether a refresh token `row` of the grant `g` could be used for something. */
export const REFRESH_TOKEN_IS_LIVE = (row: string) => allOf(liveConditions(row));

/** What must be true of a refresh token `r` to use it, in the order that is most useful to a developer. */
export const REFRESH_TOKEN_CONDITIONS: Conditions<Condition<SubmittedRefreshToken>> = {
  other_subject: subjectCondition("r", "refresh token"),
  ...liveConditions("r"),
  // True without a code, for an imported token, and once the code has been deleted. The token's own code needs no lookup;
  // any other is looked up in a function, so that plans of these statements have no partitions of codes.
  code_of_other_grant: {
    sql: `CASE WHEN q.code_hash IS NULL OR r.code_hash IS NULL OR q.code_hash = r.code_hash THEN true
      ELSE coalesce(grant_of_code(q.code_hash, q.code_day) = r.grant_id, true) END`,
    check: "refresh_token_code",
    message: "The code sent along belongs to another grant.",
    fix: { kind: "remove_parameter", name: "code" },
  },
  ...scopeConditions("r", "refresh token"),
};

export const explainRefreshToken = explanation(
  "explain-refresh-token",
  REFRESH_TOKEN_CONDITIONS,
  { ...SHARED, ...REFRESH_TOKEN },
  {
    name: "r",
    join: "refresh_tokens r ON r.token_hash = q.refresh_token_hash AND r.client_id = q.client_id",
  },
);

/**
 * The error for a refresh token that was not used. Revokes its family if it was replaced. The statement has already
 * decided that it cannot be used.
 * @param text the token as sent
 */
export async function denyRefreshToken(
  context: TokenContext,
  text: string,
  token: SubmittedRefreshToken,
): Promise<ServiceError> {
  const explanation = await explainRefreshToken({ ...sharedValues(context), ...token });
  if (explanation) {
    const general = "The refresh token could not be used. Run the authorization flow again.";
    return (await explanation.deny()) ?? invalidGrant(general, { check: "grant_live" });
  }
  if (isTokenOfKind(text, "refresh")) {
    return invalidGrant("The refresh token is unknown or was issued to another client.", {
      check: "refresh_token_known",
    });
  }
  return invalidGrant(notOfKind("refresh_token", text, "a refresh token"), {
    check: "refresh_token_form",
    fix: { kind: "set_parameter", name: "refresh_token", value: null },
  });
}
