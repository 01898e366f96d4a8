import { recordChange } from "@/lib/audit/record-change";
import { type Caller, may } from "@/lib/auth/caller";
import type { ClientRow } from "@/lib/clients/repository";
import { listLiveSecrets } from "@/lib/clients/secrets/repository";
import { maskSecret, revealSecret } from "@/lib/clients/secrets/secret-material";
import type { Database } from "@/lib/db/client";
import type { RequestInfo } from "@/lib/http/request-info";

/** Who wants to see secrets, and how. */
export type SecretsView = { caller: Caller; info: RequestInfo; wanted: "clear" | "masked" };

/**
 * The live secrets of a client, newest first: in clear for a caller who wants and may see them,
 * which leaves an audit row, else masked.
 */
export async function presentSecrets(
  database: Database,
  client: ClientRow,
  { caller, info, wanted }: SecretsView,
): Promise<string[]> {
  if (wanted === "masked" || !may(caller, "secrets:read")) return client.lastFours.map(maskSecret);
  const { clientId, organizationId } = client;
  const rows = await listLiveSecrets(database, { organizationId, clientId });
  await recordChange(database, caller, info, {
    action: "secret.revealed",
    target: `client:${clientId}`,
    after: { secrets: rows.map((row) => row.id) },
  });
  return rows.map((row) => revealSecret(clientId, row));
}
