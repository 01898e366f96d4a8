import type { Database } from "@/lib/core/db/client";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { noSuchClient } from "@/lib/platform/clients/no-such-client";
import { type DirectoryClientRow, findClient, lockClient } from "@/lib/platform/clients/repository";

/**
 * Locks an extension and, before it, its organization, in the order of every other change.
 * @throws ServiceError not_found
 */
export async function lockWithOrganization(
  tx: Database,
  clientId: string,
): Promise<DirectoryClientRow> {
  const clientBefore = await findClient(clientId, tx);
  if (!clientBefore) throw noSuchClient();
  await lockOrganizations(tx, [clientBefore.organizationId]);
  const row = await lockClient(tx, clientId);
  if (!row) throw noSuchClient();
  return row;
}
