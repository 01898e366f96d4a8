import { bulkActionSchema, bulkResultSchema, MAX_BULK_CLIENTS } from "@/lib/clients/bulk/schemas";
import { COLLECTION_PATH, inOrganization } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";

/** POST prefix/bulk. */
export const changeClientsContract = defineContract({
  operationId: "changeClients",
  method: "POST",
  path: `${COLLECTION_PATH}/bulk`,
  summary: "Change many clients",
  description: `Activates, deactivates or tags up to ${MAX_BULK_CLIENTS} clients. Each client is changed separately, regardless of its version. A failure does not affect the other clients; the response reports the outcome for each.`,
  tag: "Clients",
  permission: "clients:write",
  params: inOrganization,
  body: bulkActionSchema,
  success: { status: 200, description: "The outcome for each client.", schema: bulkResultSchema },
});
