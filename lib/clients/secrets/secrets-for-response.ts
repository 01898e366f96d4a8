import { recordChange } from "@/lib/audit/record-change";
import type { ClientRow } from "@/lib/clients/repository";
import { holdsPermissionsOf } from "@/lib/clients/require-scope-authority";
import { insertHolders } from "@/lib/clients/secrets/holder-repository";
import { listLiveSecrets } from "@/lib/clients/secrets/repository";
import { maskSecret, revealSecret } from "@/lib/clients/secrets/secret-material";
import type { Database } from "@/lib/core/db/client";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { type Caller, may, readersOf } from "@/lib/operation/access/caller";

/** Who requests the secrets, and in which form. */
export type SecretsView = { caller: Caller; info: RequestInfo; wanted: "clear" | "masked" };

/**
 * The live secrets of a client in clear text, newest first: for comparison, never for a response. Those that were
 * imported as hashes are left out.
 */
export async function openSecrets(database: Database, client: ClientRow): Promise<string[]> {
  const rows = await listLiveSecrets(database, client);
  return rows.flatMap((row) => revealSecret(client.clientId, row) ?? []);
}

/**
 * The live secrets of a client, newest first. In clear text, with an audit entry, for a caller who requests that, may
 * read secrets and has every permission in the client's scopes; otherwise masked. To show clear text, lock the caller
 * first (`lockCaller`), since they cannot unsee a secret.
 */
export async function secretsForResponse(
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
  return rows.map((row) => revealSecret(clientId, row) ?? maskSecret(row.lastFour));
}
