import { clientImpactSchema } from "@/lib/activity/impact/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { CLIENT, ofClient as ofDirectoryClient } from "@/lib/directory/clients/contract";
import { TAG } from "@/lib/directory/values";
import { defineContract, definePlatformContract } from "@/lib/kernel/http/contract";

/** GET prefix/{client_id}/impact. */
export const getImpactContract = defineContract({
  operationId: "getImpact",
  method: "GET",
  path: `${CLIENT_PATH}/impact`,
  summary: "Get the impact of stopping a client",
  description:
    "Shows companies with a live grant, live tokens and the last use. Check this before you deactivate or delete a client or revoke a secret.",
  tag: "Clients",
  permission: "clients:read",
  params: ofClient,
  success: { status: 200, description: "What depends on it.", schema: clientImpactSchema },
});

/** GET clients/{client_id}/impact of the directory. */
export const getDirectoryImpactContract = definePlatformContract({
  operationId: "getDirectoryImpact",
  method: "GET",
  path: `${CLIENT}/impact`,
  summary: "Get the impact of suspending an extension",
  description:
    "Shows companies with a live grant, live tokens and the last use. Check this before you suspend an extension.",
  tag: TAG,
  platformPermission: "extensions:read",
  params: ofDirectoryClient,
  success: { status: 200, description: "What depends on it.", schema: clientImpactSchema },
});
