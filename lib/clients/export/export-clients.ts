import { z } from "zod";
import { fieldRow, pathsWith, shortName, valueAt } from "@/lib/clients/field-values";
import { listClientIds, readClientRows } from "@/lib/clients/list-repository";
import { COLLECTION_PATH } from "@/lib/clients/paths";
import { exportClientsQuerySchema } from "@/lib/clients/query-schemas";
import { type ClientResponse, clientResponseSchema } from "@/lib/clients/schemas";
import { serializeClient } from "@/lib/clients/serialize";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { operation } from "@/lib/operation/operation";
import { file } from "@/lib/operation/returns";

export const clientExportSchema = z
  .looseObject({
    items: z.array(clientResponseSchema).meta({ description: "The clients, in the list's order." }),
  })
  .meta({ id: "ClientExport" });

/**
 * Exports all matching clients of the caller's organization as a file. The set of clients is fixed when the request
 * arrives; their contents are read in batches while the file is sent, so that a slow reader ties up neither memory nor
 * a connection.
 * @throws ServiceError forbidden
 */
export const exportClients = operation({
  id: "exportClients",
  request: {
    route: `GET ${COLLECTION_PATH}/export`,
    params: organizationParams,
    query: exportClientsQuerySchema,
  },
  access: organization("clients:read"),
  summary: "Export clients",
  description:
    "Returns all clients that match the filters in one response, in the order of the list. Secrets are always masked; in CSV, only their last four characters appear. In CSV, cells that a spreadsheet would treat as a formula start with an apostrophe.",
  tag: "Clients",
  returns: file(clientExportSchema, "The clients as a file."),
  async run({ query: { format, ...filter }, caller }) {
    const { organizationId } = caller;
    const ids = await listClientIds(organizationId, filter);
    const parts = readClients(organizationId, ids);
    return exportFile({ name: `clients-${organizationId}`, format, columns: COLUMNS, parts });
  },
});

const BATCH = 500;

/** The columns that contain a part of their field, or are named otherwise. */
const PARTS: Readonly<Record<string, string>> = { author: "author.name" };
const HEADERS: Readonly<Record<string, string>> = { secret: "secrets" };

/** The cells of a client in CSV. Lists have one entry per line; entries never contain line breaks. */
const COLUMNS: ExportColumns<ClientResponse> = pathsWith({})
  .flatMap((path) => {
    const { csv } = fieldRow(path);
    return csv === undefined ? [] : [{ path, csv }];
  })
  .toSorted((left, right) => left.csv - right.csv)
  .map(({ path }) => [
    HEADERS[path] ?? shortName(path),
    (client) => cellOf(client, PARTS[path] ?? path),
  ]);

function cellOf(client: ClientResponse, path: string): string {
  // Excel shows the mask's dots as letters.
  if (path === "secret") return client.secret.map((masked) => masked.replace(/^•+/, "")).join("\n");
  const value = valueAt(client, path);
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

async function* readClients(
  organizationId: string,
  ids: readonly string[],
): AsyncGenerator<ClientResponse[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const clientIds = ids.slice(start, start + BATCH);
    const rows = await readClientRows({ organizationId, clientIds });
    yield rows.map((row) => serializeClient(row));
  }
}
