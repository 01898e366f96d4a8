import { clientImpactSchema } from "@/lib/activity/impact/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";

/** GET prefix/{client_id}/impact. */
export const getImpactContract = defineContract({
  operationId: "getImpact",
  method: "GET",
  path: `${CLIENT_PATH}/impact`,
  summary: "Who would notice if a client stopped",
  description:
    "Companies with a live grant, live tokens and the last use: what to look at before a client is deactivated or deleted, or a secret revoked.",
  tag: "Clients",
  permission: "clients:read",
  params: ofClient,
  success: { status: 200, description: "What depends on it.", schema: clientImpactSchema },
});
