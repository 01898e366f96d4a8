import type { ClientSecretResponse } from "@/lib/clients/schemas";
import type { SecretRow } from "@/lib/clients/secrets/repository";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializePerson } from "@/lib/clients/serialize";

/**
 * A secret on the wire.
 * @param clear the secret itself, only in the answer that creates it
 */
export function serializeSecret(row: SecretRow, clear?: string): ClientSecretResponse {
  return {
    id: row.id,
    name: row.name,
    secret: clear ?? maskSecret(row.lastFour),
    last_four: row.lastFour,
    created_at: row.createdAt.toISOString(),
    created_by: row.creator && serializePerson(row.creator),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}
