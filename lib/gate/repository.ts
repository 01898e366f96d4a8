import type { TokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { first, sql } from "@/lib/core/db/sql";
import type { AccessTokenKind } from "@/lib/protocol/bearer/check-bearer";
import {
  EFFECTIVE_SCOPES,
  SECRET_IS_LIVE,
  TOKEN_STATE,
  type TokenState,
} from "@/lib/protocol/tokens/token-state";

/** The service key of a gate. */
export type GateKey = {
  keyId: string;
  secretId: string;
  /** Whether the last recorded use of the secret is more than a minute ago. */
  isUseStale: boolean;
};

/** A token that a caller sent, live or not. */
export type GateToken = {
  state: TokenState;
  kind: AccessTokenKind;
  clientId: string;
  companyId: number | null;
  organizationId: string | null;
  /** The person that an online token acts for; null for other tokens. */
  userId: string | null;
  /** The platform's id of this person, if it has one. */
  externalId: string | null;
  systemUserId: string;
  /** Without scopes that the grant or the client has lost. */
  scopes: string[];
};

/** The facts for one check. `token` is null for an unknown token. */
export type GateFacts = GateKey & { token: GateToken | null };

type Row = GateKey & { [Key in keyof GateToken]: GateToken[Key] | null };

const LIVE_GATE_KEY = (sentHash: string) => `
  JOIN service_keys k ON k.id = s.key_id
  WHERE s.secret_hash = ${sentHash} AND ${SECRET_IS_LIVE} AND k.revoked_at IS NULL
    AND 'platform/gate' = ANY (k.scopes)`;

const KEY = `
  k.id AS "keyId", s.id AS "secretId",
  s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute' AS "isUseStale"`;

const KEY_COLUMNS = { keyId: "text", secretId: "text", isUseStale: "bool" } as const;

// Key and token in one round trip. Nothing is remembered, so that the next call sees every revocation.
const find = batch<{ keyHash: Buffer } & TokenKey, Row>(
  "check-at-gate",
  {
    ...KEY_COLUMNS,
    state: "text",
    kind: "text",
    clientId: "text",
    companyId: "int8",
    organizationId: "text",
    userId: "text",
    externalId: "text",
    systemUserId: "text",
    scopes: "text[]",
  },
  { keyHash: "bytea", tokenHash: "bytea", tokenDay: "int4" },
  `
token AS (
  SELECT q.n, t.kind, t.client_id, t.company_id, t.organization_id, t.user_id, su.id AS system_user_id,
    (SELECT p.external_id FROM users p WHERE p.id = t.user_id) AS external_id,
    ${EFFECTIVE_SCOPES} AS scopes, ${TOKEN_STATE} AS state
  FROM request q JOIN access_tokens t ON t.day = :day AND t.token_hash = q.token_hash
  JOIN clients c ON c.client_id = t.client_id
  JOIN system_users su ON su.client_id = t.client_id
  LEFT JOIN grants g ON g.id = t.grant_id
)
SELECT q.n, ${KEY}, token.state, token.kind, token.client_id AS "clientId", token.company_id AS "companyId",
  token.organization_id AS "organizationId", token.user_id AS "userId", token.external_id AS "externalId",
  token.system_user_id AS "systemUserId", token.scopes
FROM request q LEFT JOIN token USING (n), service_key_secrets s ${LIVE_GATE_KEY("q.key_hash")}`,
  { dayOf: ({ tokenDay }) => tokenDay },
);

/**
 * Looks up the key of a gate and the token that its caller sent.
 * @returns null unless the key is valid
 */
export async function findGateFacts(keyHash: Buffer, token: TokenKey): Promise<GateFacts | null> {
  const row = await find({ keyHash, ...token });
  if (!row) return null;
  const { keyId, secretId, isUseStale, ...found } = row;
  return { keyId, secretId, isUseStale, token: isFound(found) ? found : null };
}

// The columns of an unknown token are all null.
function isFound(row: { [Key in keyof GateToken]: GateToken[Key] | null }): row is GateToken {
  return row.state !== null;
}

const findKey = sql<{ keyHash: Buffer }, GateKey>(
  "find-gate-key",
  KEY_COLUMNS,
  `SELECT ${KEY} FROM service_key_secrets s ${LIVE_GATE_KEY(":keyHash")}`,
);

/** The key of a gate; null unless it is valid. */
export async function findGateKey(keyHash: Buffer): Promise<GateKey | null> {
  return first(await findKey({ keyHash }));
}

const recordUse = sql<{ secretId: string }>(
  "record-gate-key-use",
  {},
  `
  UPDATE service_key_secrets SET last_used_at = now() WHERE id = :secretId
    AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
);

/** Notes that a secret was used, accurate to the minute. */
export async function recordKeyUse(secretId: string): Promise<void> {
  await recordUse({ secretId });
}
