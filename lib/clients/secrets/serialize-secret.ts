import type { ClientSecretListResponse, ClientSecretResponse } from "@/lib/clients/schemas";
import { lastUseOf, type SecretRow } from "@/lib/clients/secrets/repository";
import type { RotationProgress } from "@/lib/clients/secrets/rotation-progress";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializePerson } from "@/lib/clients/serialize";

/**
 * A secret in the format of the API.
 * @param clear the secret itself, only in a response that creates or reveals it
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
    last_used_at: lastUseOf(row)?.toISOString() ?? null,
    last_used_from: row.lastUsedFrom,
    revoked_at: row.revokedAt?.toISOString() ?? null,
  };
}

/** The progress of a rotation in the format of the API. */
export function serializeRotation(
  progress: RotationProgress,
): NonNullable<ClientSecretListResponse["rotation"]> {
  return {
    state: progress.state,
    newest_id: progress.newestId,
    old: progress.old.map(({ id, idleSince, safeToRevoke }) => ({
      id,
      idle_since: idleSince.toISOString(),
      safe_to_revoke: safeToRevoke,
    })),
  };
}
