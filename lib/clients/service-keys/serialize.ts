import type { z } from "zod";
import type { ServiceKeyRow } from "@/lib/clients/service-keys/repository";
import type { serviceKeySchema } from "@/lib/clients/service-keys/schemas";
import { isServiceScope } from "@/lib/core/permissions/platform-permissions";

/** A service key in the format of the API. */
export function serializeServiceKey(row: ServiceKeyRow): z.input<typeof serviceKeySchema> {
  return {
    client_id: row.id,
    name: row.name,
    scopes: row.scopes.filter(isServiceScope),
    created_at: row.createdAt.toISOString(),
    created_by: row.creator && `${row.creator.firstName} ${row.creator.lastName}`.trim(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
    secrets: row.secrets.map((secret) => ({
      id: secret.id,
      last_four: secret.lastFour,
      created_at: secret.createdAt.toISOString(),
      expires_at: secret.expiresAt?.toISOString() ?? null,
      last_used_at: secret.lastUsedAt?.toISOString() ?? null,
      seen_by_former_operator: secret.viewer !== null && secret.viewer.operatorRole !== "operator",
    })),
  };
}
