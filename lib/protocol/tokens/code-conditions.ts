import type { RequestOf } from "@/lib/core/db/batch";
import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { differ } from "@/lib/core/diagnosis/difference";
import type { ServiceError } from "@/lib/core/errors";
import { CODE_SECONDS } from "@/lib/protocol/codes/issue-code";
import { explainRedirectDifference } from "@/lib/protocol/events/explain-redirect-difference";
import {
  type Condition,
  type Conditions,
  explanation,
  grantNotRegistered,
  invalidGrant,
  scopeConditions,
  subjectCondition,
} from "@/lib/protocol/tokens/conditions";
import { revokeCodeAndItsTokens } from "@/lib/protocol/tokens/revoke-family";
import { SHARED, sharedValues, type TokenContext } from "@/lib/protocol/tokens/statements";
import {
  FAMILY_REVOKED,
  SELLER_BELONGS,
  SESSION_NOT_ENDED,
} from "@/lib/protocol/tokens/token-state";

export const CODE = {
  codeHash: "bytea",
  codeDay: "int4",
  scopes: "text[]?",
  codeChallenge: "text?",
  redirectUri: "text?",
} as const;

/** A code as the client sent it. Only hashes and days reach the database. */
export type SubmittedCode = RequestOf<typeof CODE>;

export type CodeFor = "online" | "offline";

const redirectUriCondition: Condition<SubmittedCode, { redirectUri: string }> = {
  sql: "q.redirect_uri IS NULL OR a.redirect_uri = q.redirect_uri",
  facts: { redirectUri: "a.redirect_uri" },
  deny: (sent, { redirectUri }) =>
    invalidGrant("redirect_uri is not the one in the authorize request.", {
      check: "redirect_uri_same",
      fix: { kind: "set_parameter", name: "redirect_uri", value: redirectUri },
      ...explainOther(redirectUri, sent.redirectUri ?? ""),
    }),
};

function explainOther(expected: string, sent: string): Pick<Diagnosis, "difference"> {
  const redirect = explainRedirectDifference([expected], sent);
  if (!redirect) return {};
  return { difference: [differ("authorize_called_with", { url: expected }), ...redirect.parts] };
}

const verifierCondition: Condition<SubmittedCode, { codeChallenge: string | null }> = {
  sql: "a.code_challenge IS NOT DISTINCT FROM q.code_challenge",
  facts: { codeChallenge: "a.code_challenge" },
  async deny(sent, { codeChallenge }) {
    const diagnosis = { check: "code_verifier", fix: { kind: "send_code_verifier" } } as const;
    if (codeChallenge === null) {
      const message =
        "The request has a code_verifier, but the authorize request had no code_challenge.";
      return invalidGrant(message, diagnosis);
    }
    await revokeCodeAndItsTokens({ codeHash: sent.codeHash });
    const what = sent.codeChallenge === null ? "is missing" : "does not match the code_challenge";
    const message = `code_verifier ${what}. The code is revoked (RFC 7636 section 4.6).`;
    return invalidGrant(message, diagnosis);
  },
};

// An online token needs a code from a sign-in that has not ended.
const SIGN_IN_CONDITIONS: Conditions<Condition<SubmittedCode>> = {
  offline_only: {
    sql: "NOT a.offline_only",
    check: "code_online",
    message:
      "The code was issued without a browser, so no one is signed in. Exchange it at offline-token.",
  },
  signed_out: {
    sql: SESSION_NOT_ENDED("a"),
    check: "session_live",
    message: "The person who was signed in has signed out since the code was issued.",
  },
};

/** What must be true of a code `a` to exchange it, in the order that is most useful to a developer. */
export const codeConditions = (kind: CodeFor): Conditions<Condition<SubmittedCode>> => ({
  grant_not_registered: {
    sql: "'authorization_code' = ANY (client.grant_types)",
    deny: () => grantNotRegistered("authorization_code"),
  },
  other_subject: subjectCondition("a", "code"),
  revoked: {
    sql: `a.revoked_at IS NULL AND NOT ${FAMILY_REVOKED("a.code_hash")}`,
    check: "code_unused",
    message: "The code was revoked. Run the authorization flow again.",
  },
  used: {
    sql: `a.${kind}_used_at IS NULL`,
    // A code that is used twice may be stolen, so its tokens are revoked (RFC 6749 section 4.1.2).
    async deny(sent) {
      await revokeCodeAndItsTokens({ codeHash: sent.codeHash });
      const message = `The code was already used for an ${kind} token. All tokens issued from it are revoked.`;
      return invalidGrant(message, { check: "code_unused" });
    },
  },
  // A code that was used for one kind of token can be used for the other within ten minutes.
  expired: {
    sql: `CASE WHEN a.online_used_at IS NULL AND a.offline_used_at IS NULL
      THEN a.expires_at ELSE a.second_use_expires_at END > now()`,
    check: "code_fresh",
    message: "The code has expired. Exchange it within 60 seconds.",
    fix: { kind: "exchange_within", seconds: CODE_SECONDS },
  },
  grant_revoked: {
    sql: "g.epoch = a.grant_epoch AND g.revoked_at IS NULL",
    check: "grant_live",
    message: "The company removed the extension after the code was issued.",
  },
  seller_left: {
    sql: SELLER_BELONGS("a"),
    check: "seller_belongs",
    message: "The person who was signed in no longer belongs to the company.",
  },
  ...(kind === "online" ? SIGN_IN_CONDITIONS : {}),
  wrong_verifier: verifierCondition,
  other_redirect_uri: redirectUriCondition,
  ...scopeConditions("a", "code"),
});

const explain = (kind: CodeFor) =>
  explanation(
    `explain-${kind}-code`,
    codeConditions(kind),
    { ...SHARED, ...CODE },
    {
      name: "a",
      join: "authorization_codes a ON a.day = :day AND a.code_hash = q.code_hash AND a.client_id = q.client_id",
      dayOf: ({ codeDay }) => codeDay,
    },
  );

export const explainCode = { online: explain("online"), offline: explain("offline") } as const;

/**
 * The error for a code that was not redeemed. Revokes its tokens after a replay or a wrong verifier. The statement has
 * already decided that the code cannot be used.
 */
export async function denyCode(
  kind: CodeFor,
  context: TokenContext,
  code: SubmittedCode,
): Promise<ServiceError> {
  const explanation = await explainCode[kind]({ ...sharedValues(context), ...code });
  const message = explanation
    ? "The code could not be used. Run the authorization flow again."
    : "The code is unknown or was issued to another client.";
  return (await explanation?.deny()) ?? invalidGrant(message, { check: "code_known" });
}
