import type { TokenKey } from "@/lib/core/crypto/tokens";
import { batch } from "@/lib/core/db/batch";
import { first, sql } from "@/lib/core/db/sql";
import { BEARER, BEARER_TOKEN, type BearerFacts } from "@/lib/protocol/bearer/check-bearer";
import { SECRET_IS_LIVE, TOKEN_KEY } from "@/lib/protocol/tokens/token-state";

export type GateKey = {
  keyId: string;
  secretId: string;
  /** Whether the last recorded use of the secret is more than a minute ago. */
  isUseStale: boolean;
};

/** A token that a caller sent, live or not. `externalId`: the platform's id of the person that an online token acts for. */
export type GateToken = BearerFacts & { externalId: string | null };

/** The facts for one check. `token` is null for an unknown token. */
export type GateFacts = GateKey & { token: GateToken | null };

/** The columns of an unknown token are all null. */
type TokenRow = GateToken | { [Key in keyof GateToken]: null };

const TOKEN = { ...BEARER, externalId: "text?" } as const;

const LIVE_GATE_KEY = (sentHash: string) => `
  JOIN service_keys k ON k.id = s.key_id
  WHERE s.secret_hash = ${sentHash} AND ${SECRET_IS_LIVE} AND k.revoked_at IS NULL
    AND 'platform/gate' = ANY (k.scopes)`;

const KEY = `
  k.id AS "keyId", s.id AS "secretId",
  s.last_used_at IS NULL OR s.last_used_at < now() - interval '1 minute' AS "isUseStale"`;

const KEY_COLUMNS = { keyId: "text", secretId: "text", isUseStale: "bool" } as const;

// Key and token in one round trip. Nothing is remembered, so that the next call sees every revocation.
const find: (sent: TokenKey & { keyHash: Buffer }) => Promise<(GateKey & TokenRow) | undefined> =
  batch(
    "check-at-gate",
    { ...KEY_COLUMNS, ...TOKEN },
    { keyHash: "bytea", ...TOKEN_KEY },
    `
${BEARER_TOKEN(`, (SELECT p.external_id FROM users p WHERE p.id = t.user_id) AS "externalId"`)}
SELECT q.n, ${KEY}, ${Object.keys(TOKEN).map((name) => `token."${name}"`)}
FROM request q LEFT JOIN token USING (n), service_key_secrets s ${LIVE_GATE_KEY("q.key_hash")}`,
    { dayOf: ({ tokenDay }) => tokenDay },
  );

/** Looks up the key of a gate and the token that its caller sent. @returns null unless the key is valid */
export async function findGateFacts(keyHash: Buffer, token: TokenKey): Promise<GateFacts | null> {
  const row = await find({ keyHash, ...token });
  if (!row) return null;
  const { keyId, secretId, isUseStale, ...found } = row;
  return { keyId, secretId, isUseStale, token: found.state === null ? null : found };
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

/** Notes that a secret was used, accurate to the minute. */
export const recordKeyUse = sql<{ secretId: string }>(
  "record-gate-key-use",
  {},
  `
  UPDATE service_key_secrets SET last_used_at = now() WHERE id = :secretId
    AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
);
