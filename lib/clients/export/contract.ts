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
    "Returns all clients that match the filters in one response, in the order of the list. Secrets are always masked. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Clients",
  permission: "clients:read",
  params: inOrganization,
  query: exportClientsQuerySchema,
  success: {
    status: 200,
    description: "The clients as a file.",
    schema: clientExportSchema,
    otherType: "text/csv",
  },
});
