import { COLLECTION_PATH, inOrganization } from "@/lib/clients/contract";
import { clientExportSchema, exportClientsQuerySchema } from "@/lib/clients/export/schemas";
import { defineContract } from "@/lib/kernel/http/contract";

/** GET prefix/export. */
export const exportClientsContract = defineContract({
  operationId: "exportClients",
  method: "GET",
  path: `${COLLECTION_PATH}/export`,
  summary: "Export clients",
  description:
    "Every client that the filters let through, in one answer, in the order of the list. Secrets are always masked. In CSV a cell that a spreadsheet would take for a formula starts with an apostrophe.",
  tag: "Clients",
  permission: "clients:read",
  params: inOrganization,
  query: exportClientsQuerySchema,
  success: {
    status: 200,
    description: "The clients, as a file.",
    schema: clientExportSchema,
    otherType: "text/csv",
  },
});
