import { clientExportSchema, exportClientsQuerySchema } from "@/lib/clients/export/schemas";
import { type ClientWriter, clientWriters } from "@/lib/clients/export/write-clients";
import { listClientIds, readClientRows } from "@/lib/clients/list-repository";
import { COLLECTION_PATH, inOrganization } from "@/lib/clients/paths";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

const BATCH = 500;

/**
 * Exports all matching clients of the caller's organization as a file. The set of clients is fixed when the request
 * arrives; their contents are read in batches while the file is sent, so that a slow reader ties up neither memory nor
 * a connection.
 * @throws ServiceError forbidden
 */
export const exportClients = operation({
  id: "exportClients",
  route: `GET ${COLLECTION_PATH}/export`,
  access: organization("clients:read"),
  summary: "Export clients",
  description:
    "Returns all clients that match the filters in one response, in the order of the list. Secrets are always masked. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Clients",
  params: inOrganization,
  query: exportClientsQuerySchema,
  returns: file(clientExportSchema, "The clients as a file."),
  async run({ query: { format, ...filter }, caller }) {
    const { organizationId } = caller;
    const ids = await listClientIds(organizationId, filter);
    const writer = clientWriters[format];
    return {
      contentType: writer.contentType,
      fileName: `clients-${organizationId}.${format}`,
      chunks: writeClients(organizationId, ids, writer),
    };
  },
});

async function* writeClients(
  organizationId: string,
  ids: readonly string[],
  writer: ClientWriter,
): AsyncGenerator<string> {
  yield writer.begin;
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await readClientRows({
      organizationId,
      clientIds: ids.slice(start, start + BATCH),
    });
    const clients = rows.map((row) => serializeClient(row, row.lastFours.map(maskSecret)));
    yield clients.map((client, at) => writer.client(client, start === 0 && at === 0)).join("");
  }
  yield writer.end;
}
