import { z } from "zod";
import { clientGrantListSchema } from "@/lib/activity/grants/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";
import { walkQuery } from "@/lib/kernel/schemas/walk-schemas";

/** GET prefix/{client_id}/grants. */
export const listGrantsContract = defineContract({
  operationId: "listGrants",
  method: "GET",
  path: `${CLIENT_PATH}/grants`,
  summary: "List a client's grants",
  description:
    "Lists the companies that have the extension installed and the scopes each has granted.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: z.object(walkQuery),
  success: { status: 200, description: "A page of grants.", schema: clientGrantListSchema },
});
