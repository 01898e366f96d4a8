import { bulkActionSchema, bulkResultSchema, MAX_BULK_CLIENTS } from "@/lib/clients/bulk/schemas";
import { COLLECTION_PATH, inOrganization } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";

/** POST prefix/bulk. */
export const changeClientsContract = defineContract({
  operationId: "changeClients",
  method: "POST",
  path: `${COLLECTION_PATH}/bulk`,
  summary: "Change many clients",
  description: `Activates, deactivates or tags up to ${MAX_BULK_CLIENTS} clients. Each is changed by itself, whatever its version: one that is refused keeps no other from being changed, and the answer says what became of each.`,
  tag: "Clients",
  permission: "clients:write",
  params: inOrganization,
  body: bulkActionSchema,
  success: { status: 200, description: "What became of each client.", schema: bulkResultSchema },
});
