import { z } from "zod";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/http/contract";
import { pageQuery } from "@/lib/http/page-schemas";
import { clientGrantListSchema } from "@/lib/oauth/grants/schemas";

/** GET prefix/{client_id}/grants. */
export const listGrantsContract = defineContract({
  operationId: "listGrants",
  method: "GET",
  path: `${CLIENT_PATH}/grants`,
  summary: "List who granted a client what",
  description: "The companies that have the extension installed, with what each granted it.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: z.object(pageQuery),
  success: { status: 200, description: "A page of grants.", schema: clientGrantListSchema },
});
