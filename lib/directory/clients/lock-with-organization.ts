import { lockOrganizations } from "@/lib/access/lock-organizations";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";
import {
  type DirectoryClientRow,
  findClient,
  lockClient,
} from "@/lib/directory/clients/repository";
import type { Database } from "@/lib/kernel/db/client";

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
