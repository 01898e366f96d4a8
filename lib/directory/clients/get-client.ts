import { type PlatformCaller, requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryClientContract } from "@/lib/directory/clients/contract";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";
import { findClient } from "@/lib/directory/clients/repository";
import type { DirectoryClient } from "@/lib/directory/clients/schemas";
import { serializeClient } from "@/lib/directory/clients/serialize";
import { entityTag } from "@/lib/kernel/http/entity-tag";

/**
 * One extension, with its suspension and its listing.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getClient({
  params,
  caller,
}: {
  params: { client_id: string };
  caller: PlatformCaller;
}): Promise<{ body: DirectoryClient; headers: Record<string, string> }> {
  requirePlatformPermission(caller, getDirectoryClientContract.platformPermission);
  const row = await findClient(params.client_id);
  if (!row) throw noSuchClient();
  return { body: serializeClient(row), headers: { etag: entityTag(row.version) } };
}
