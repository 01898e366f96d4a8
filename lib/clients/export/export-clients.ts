import { clientExportSchema, exportClientsQuerySchema } from "@/lib/clients/export/schemas";
import { listClientIds, readClientRows } from "@/lib/clients/list-repository";
import { COLLECTION_PATH, inOrganization } from "@/lib/clients/paths";
import type { ClientResponse } from "@/lib/clients/schemas";
import { maskSecret } from "@/lib/clients/secrets/secret-material";
import { serializeClient } from "@/lib/clients/serialize";
import { organization } from "@/lib/operation/access";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

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
    const parts = readClients(organizationId, ids);
    return exportFile({ name: `clients-${organizationId}`, format, columns: COLUMNS, parts });
  },
});

const BATCH = 500;

// Lists have one entry per line; entries never contain line breaks.
const COLUMNS: ExportColumns<ClientResponse> = [
  ["client_id", (client) => client.client_id],
  ["name", (client) => client.meta.name],
  ["description", (client) => client.meta.description],
  ["slug", (client) => client.slug],
  ["tags", (client) => client.meta.tags.join("\n")],
  ["client_type", (client) => client.client_type],
  ["is_active", (client) => client.is_active],
  ["base_url", (client) => client.base_url],
  ["redirect_urls", (client) => client.redirect_urls.join("\n")],
  ["scopes", (client) => client.scopes.permissions.join("\n")],
  ["grants", (client) => client.grants.join("\n")],
  ["access_token_lifetime", (client) => client.access_token_lifetime],
  ["refresh_token_lifetime", (client) => client.refresh_token_lifetime],
  ["refresh_rotation", (client) => client.refresh_rotation],
  ["require_pkce", (client) => client.require_pkce],
  ["logo_uri", (client) => client.logo_uri],
  ["policy_uri", (client) => client.policy_uri],
  ["tos_uri", (client) => client.tos_uri],
  ["support_email", (client) => client.support_email],
  ["secrets", (client) => client.secret.join("\n")],
  ["author", (client) => client.author.name],
  ["created_at", (client) => client.created_at],
  ["modified_at", (client) => client.modified_at],
  ["last_used_at", (client) => client.last_used_at],
  ["deleted_at", (client) => client.deleted_at],
];

async function* readClients(
  organizationId: string,
  ids: readonly string[],
): AsyncGenerator<ClientResponse[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const clientIds = ids.slice(start, start + BATCH);
    const rows = await readClientRows({ organizationId, clientIds });
    yield rows.map((row) => serializeClient(row, row.lastFours.map(maskSecret)));
  }
}
