import { type Caller, may, readersOf } from "@/lib/access/caller";
import { recordChange } from "@/lib/audit/record-change";
import type { ClientRow } from "@/lib/clients/repository";
import { holdsPermissionsOf } from "@/lib/clients/require-scope-authority";
import { insertHolders } from "@/lib/clients/secrets/holder-repository";
import { listLiveSecrets } from "@/lib/clients/secrets/repository";
import { maskSecret, revealSecret } from "@/lib/clients/secrets/secret-material";
import type { Database } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/** Who wants to see secrets, and how. */
export type SecretsView = { caller: Caller; info: RequestInfo; wanted: "clear" | "masked" };

/** The live secrets of a client in clear, newest first: to compare with, not to answer. */
export async function openSecrets(database: Database, client: ClientRow): Promise<string[]> {
  const rows = await listLiveSecrets(database, client);
  return rows.map((row) => revealSecret(client.clientId, row));
}

/**
 * The live secrets of a client, newest first: in clear for a caller who wants them, may read secrets and has
 * each permission that the client's scopes carry, which leaves an audit row; else masked. To show them in
 * clear, the caller must be locked (`lockCaller`): what they see now, they have for good.
 */
export async function presentSecrets(
  tx: Database,
  client: ClientRow,
  { caller, info, wanted }: SecretsView,
): Promise<string[]> {
  const mayRead = may(caller, "secrets:read") && holdsPermissionsOf(caller, client.scopes);
  if (wanted === "masked" || !mayRead) return client.lastFours.map(maskSecret);
  const { clientId, organizationId } = client;
  const rows = await listLiveSecrets(tx, { organizationId, clientId });
  const secretIds = rows.map((row) => row.id);
  await insertHolders(tx, secretIds, readersOf(caller));
  await recordChange(tx, caller, info, {
    action: "secret.revealed",
    target: `client:${clientId}`,
    after: { secrets: secretIds },
  });
  return rows.map((row) => revealSecret(clientId, row));
}
