import type { ClientResponse } from "@/lib/clients/schemas";
import type { ClientRow } from "./client-views";

/** A client of the API as one line of the list. */
export function presentRow(client: ClientResponse): ClientRow {
  return {
    clientId: client.client_id,
    name: client.meta.name,
    logoUri: client.logo_uri,
    tags: client.meta.tags,
    clientType: client.client_type,
    isActive: client.is_active,
    status: client.status,
    secretCount: client.secret.length,
    createdAt: client.created_at,
    lastUsedAt: client.last_used_at,
    deletedAt: client.deleted_at,
  };
}
