import type { SealedSecret } from "@/lib/core/crypto/seal-client-secret";
import { sql } from "@/lib/core/db/sql";
import type { ClientCredentials } from "@/lib/protocol/tokens/read-client-credentials";
import { SECRET_MATCHES } from "@/lib/protocol/tokens/statements";
import { SECRET_IS_LIVE } from "@/lib/protocol/tokens/token-state";

/** A secret that was imported as a hash of another kind. */
export type ForeignSecret = {
  id: string;
  foreignHash: string;
  /** Whether a concurrent request has replaced it with our hash of the same secret. */
  isReplaced: boolean;
};

const findSecrets = sql<ClientCredentials, ForeignSecret>(
  "find-foreign-secrets",
  { id: "text", foreignHash: "text", isReplaced: "bool" },
  `
  SELECT s.id, s.foreign_hash AS "foreignHash", s.secret_hash IS NOT NULL AS "isReplaced"
  FROM client_secrets s JOIN clients c ON c.client_id = s.client_id
  WHERE s.client_id = :clientId AND c.deleted_at IS NULL AND s.foreign_hash IS NOT NULL AND ${SECRET_IS_LIVE}
    AND (s.secret_hash IS NULL OR ${SECRET_MATCHES})
    AND NOT EXISTS (SELECT FROM client_secrets s WHERE s.client_id = :clientId AND ${SECRET_MATCHES} AND NOT (${SECRET_IS_LIVE}))
  ORDER BY s.secret_hash IS NULL, s.created_at DESC, s.id`,
);

/**
 * The live secrets of a client that may be the sent one although our hash of it was not found. None if the client has
 * had the sent secret under our hash and it has ended.
 */
export function findForeignSecrets(credentials: ClientCredentials): Promise<ForeignSecret[]> {
  return findSecrets(credentials);
}

const replaceHash = sql<SealedSecret>(
  "replace-foreign-hash",
  {},
  `
  UPDATE client_secrets SET secret_hash = :secretHash, encrypted = :encrypted,
    encryption_key_id = :encryptionKeyId, last_four = :lastFour
  WHERE id = :id AND secret_hash IS NULL`,
);

/** Stores our hash of a secret, and the secret encrypted. Does nothing if a concurrent request has done it. */
export async function replaceForeignHash(secret: SealedSecret): Promise<void> {
  await replaceHash(secret);
}
