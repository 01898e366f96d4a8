import { type PlatformCaller, requirePlatformPermission } from "@/lib/access/platform-caller";
import { getDirectoryImpactContract } from "@/lib/activity/impact/contract";
import { readImpact } from "@/lib/activity/impact/read-impact";
import type { ClientImpact } from "@/lib/activity/impact/schemas";
import { getClient } from "@/lib/directory/clients/get-client";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";

/**
 * Reports who would be affected if an extension of any organization stopped.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function getDirectoryImpact(context: {
  params: { client_id: string };
  caller: PlatformCaller;
}): Promise<{ body: ClientImpact }> {
  requirePlatformPermission(context.caller, getDirectoryImpactContract.platformPermission);
  const { body: client } = await getClient(context);
  const impact = await readImpact(client.organization_id, client.client_id);
  if (!impact) throw noSuchClient();
  return { body: impact };
}
