import { measureClient } from "@/lib/clients/impact/repository";
import type { ClientImpact } from "@/lib/clients/impact/schemas";

/** Who would be affected if a client of the organization stopped; null if it has no such client. */
export async function readImpact(
  organizationId: string,
  clientId: string,
): Promise<ClientImpact | null> {
  const row = await measureClient(organizationId, clientId);
  if (!row) return null;
  return {
    companies: {
      total: row.grants,
      latest: row.latest.map((grantor) => ({
        company_id: grantor.companyId,
        organization_id: grantor.organizationId,
        name: grantor.name,
        last_call_at: grantor.lastCallAt,
      })),
    },
    live_tokens: {
      offline: row.offline,
      online: row.online,
      client_credentials: row.clientCredentials,
      refresh: row.refresh,
    },
    last_call_at: row.lastCallAt?.toISOString() ?? null,
    last_token_at: row.lastTokenAt?.toISOString() ?? null,
  };
}
