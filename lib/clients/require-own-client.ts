import { noSuchClient } from "@/lib/clients/paths";
import { findClient } from "@/lib/clients/repository";
import { db } from "@/lib/core/db/client";

/**
 * Checks that a client belongs to an organization and is not deleted.
 * @throws NoSuchClientError
 */
export async function requireOwnClient(organizationId: string, clientId: string): Promise<void> {
  if (!(await findClient(db(), organizationId, clientId))) throw noSuchClient();
}
