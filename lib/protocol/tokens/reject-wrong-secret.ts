import { readForeignHash } from "@/lib/core/crypto/foreign-hash";
import { sha256 } from "@/lib/core/crypto/hash";
import { inSecretQueue } from "@/lib/core/crypto/passwords";
import { type SealedSecret, sealClientSecret } from "@/lib/core/crypto/secret-box";
import { sql } from "@/lib/core/db/sql";
import type { ServiceError } from "@/lib/core/errors";
import { networkOf } from "@/lib/core/http/ip-address";
import { toServiceError } from "@/lib/core/http/render-error";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { type Attempt, type FailureLimit, reserveAttempt } from "@/lib/core/limits/failure-limit";
import {
  type ClientCredentials,
  credentialsOf,
  type Pair,
} from "@/lib/protocol/tokens/read-client-credentials";
import { SECRET_MATCHES } from "@/lib/protocol/tokens/statements";
import { SECRET_IS_LIVE } from "@/lib/protocol/tokens/token-state";

/**
 * Decides about a secret that no statement accepted. It may be right all the same: a secret imported as a bcrypt, argon2,
 * scrypt, or PBKDF2 hash gets ours at its first correct use (ADR 7). The limit on failures comes before any hashing.
 * @param pair undefined if the request was denied before it was read
 * @returns the error for the caller, or null if the secret is right and every statement accepts it from now on
 */
export async function rejectWrongSecret(
  denial: ServiceError,
  pair: Pair | undefined,
  { ipAddress, requestId }: Pick<RequestInfo, "ipAddress" | "requestId">,
): Promise<ServiceError | null> {
  if (denial.code !== "invalid_client" || !pair) return denial;
  try {
    const attempt = await countWrongSecret(pair.id, ipAddress);
    const isRight = await acceptForeignSecret(pair).catch(async (thrown) => {
      await attempt.refund();
      throw thrown;
    });
    if (!isRight) return denial;
    await attempt.refund();
    return null;
  } catch (thrown) {
    return toServiceError(thrown, requestId);
  }
}

async function acceptForeignSecret(pair: Pair): Promise<boolean> {
  const readings = [pair.secret, ...(pair.rawSecret === undefined ? [] : [pair.rawSecret])];
  for (const { id, foreignHash, isReplaced } of await findForeignSecrets(credentialsOf(pair))) {
    if (isReplaced) return true;
    const hash = readForeignHash(foreignHash);
    if ("problem" in hash) throw new Error(`The stored hash of secret ${id} ${hash.problem}`);
    for (const secret of readings) {
      if (!(await inSecretQueue(() => hash.matches(secret)))) continue;
      await replaceForeignHash({ ...sealClientSecret(pair.id, secret), id });
      return true;
    }
  }
  return false;
}

const WRONG_SECRETS: FailureLimit = { name: "wrong-secret", failures: 20, windowSeconds: 60 };

/**
 * Counts a wrong secret. A right one that matches our hash is never delayed, since 256 bits cannot be guessed. Counted by
 * network and one byte of the key's hash: invented keys leave at most 256 rows for a network, and known
 * keys are counted the same way, so that responses reveal nothing.
 * @returns the attempt, to give back if the secret is right after all
 * @throws ServiceError too_many_requests once a network has sent too many
 */
export function countWrongSecret(clientId: string, ipAddress: string | null): Promise<Attempt> {
  const bucket = String(sha256(clientId)[0]);
  return reserveAttempt([{ limit: WRONG_SECRETS, parts: [networkOf(ipAddress), bucket] }]);
}

/** A secret that was imported as a hash of another kind. */
type ForeignSecret = {
  id: string;
  foreignHash: string;
  /** Whether a concurrent request has replaced it with our hash of the same secret. */
  isReplaced: boolean;
};

/**
 * The live secrets of a client that may be the sent one although our hash of it was not found. None if the client has
 * had the sent secret under our hash and it has ended.
 */
const findForeignSecrets = sql<ClientCredentials, ForeignSecret>(
  "find-foreign-secrets",
  { id: "text", foreignHash: "text!", isReplaced: "bool" },
  `
  SELECT s.id, s.foreign_hash AS "foreignHash", s.secret_hash IS NOT NULL AS "isReplaced"
  FROM client_secrets s JOIN clients c ON c.client_id = s.client_id
  WHERE s.client_id = :clientId AND c.deleted_at IS NULL AND s.foreign_hash IS NOT NULL AND ${SECRET_IS_LIVE}
    AND (s.secret_hash IS NULL OR ${SECRET_MATCHES})
    AND NOT EXISTS (SELECT FROM client_secrets s WHERE s.client_id = :clientId AND ${SECRET_MATCHES} AND NOT (${SECRET_IS_LIVE}))
  ORDER BY s.secret_hash IS NULL, s.created_at DESC, s.id`,
);

/** Stores our hash of a secret, and the secret encrypted. Does nothing if a concurrent request has done it. */
const replaceForeignHash = sql<SealedSecret>(
  "replace-foreign-hash",
  {},
  `
  UPDATE client_secrets SET secret_hash = :secretHash, encrypted = :encrypted,
    encryption_key_id = :encryptionKeyId, last_four = :lastFour
  WHERE id = :id AND secret_hash IS NULL`,
);
