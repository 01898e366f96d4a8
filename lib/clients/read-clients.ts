import { z } from "zod";
import { fieldRow, objectWith, pathsWith, shortName, valueAt } from "@/lib/clients/field-values";
import {
  listClientIds,
  listClientRows,
  positionIn,
  readClientRows,
} from "@/lib/clients/list-repository";
import { type ClientManifest, clientManifestSchema, FORMAT } from "@/lib/clients/manifest/schemas";
import { CLIENT_PATH, COLLECTION_PATH, ofClient, REVEALS } from "@/lib/clients/paths";
import {
  exportClientsQuerySchema,
  listClientsQuerySchema,
  secretsQuerySchema,
} from "@/lib/clients/query-schemas";
import { type ClientRow, findClient } from "@/lib/clients/repository";
import { type ClientResponse, clientListSchema, clientResponseSchema } from "@/lib/clients/schemas";
import { secretsForResponse } from "@/lib/clients/secrets/secret-material";
import { respondClient, serializeClient } from "@/lib/clients/serialize";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { type PagedList, readPage } from "@/lib/core/http/read-page";
import { organizationParams } from "@/lib/core/schemas/path-params";
import { organization } from "@/lib/operation/access";
import { may } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { type ExportColumns, exportFile } from "@/lib/operation/export-file";
import { type CallContext, operation } from "@/lib/operation/operation";
import { file, json } from "@/lib/operation/returns";

/** Lists a page of clients (platform spec, section 4.1). */
export const listClients = operation({
  id: "listClients",
  request: {
    route: `GET ${COLLECTION_PATH}`,
    params: organizationParams,
    query: listClientsQuerySchema,
  },
  access: organization("clients:read"),
  summary: "List clients",
  description: "Lists the organization's clients, page by page. Secrets are always masked.",
  tag: "Clients",
  returns: json(clientListSchema, "A page of clients."),
  async run({ query, caller }) {
    const { organizationId } = caller;
    const list: PagedList<ClientRow> = {
      name: `clients:${organizationId}:${query.sort}`,
      positionOf: (row) => positionIn(query.sort, row),
      read: (part) => listClientRows(organizationId, query, part),
    };
    const { rows, page } = await readPage(list, query);
    return { body: { items: rows.map((row) => serializeClient(row)), page } };
  },
});

export const clientExportSchema = z
  .looseObject({
    items: z.array(clientResponseSchema).meta({ description: "The clients, in the list's order." }),
  })
  .meta({ id: "ClientExport" });

/** Fixes the set of clients at once, but reads them in batches while sending, so that a slow reader ties up nothing. */
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

type Context = CallContext<
  "organization",
  { params: typeof ofClient; query: typeof secretsQuerySchema }
>;

/** Returns a client (platform spec, section 4.1). Pages use `secrets: "masked"`. */
export const getClient = operation({
  id: "getClient",
  request: { route: `GET ${CLIENT_PATH}`, params: ofClient, query: secretsQuerySchema },
  access: organization("clients:read"),
  summary: "Fetch a client",
  description: REVEALS,
  tag: "Clients",
  returns: json(clientResponseSchema, "The client.", { etag: true }),
  async run(context) {
    const { query, caller } = context;
    if (query.secrets === "masked" || !may(caller, "secrets:read"))
      return readClient(db(), context);
    return transaction(async (tx) => {
      const current = await lockCaller(tx, caller, "clients:read");
      return readClient(tx, { ...context, caller: current });
    });
  },
});

async function readClient(database: Database, { params, query, caller, info }: Context) {
  const row = await findClient(database, caller.organizationId, params.client_id);
  const view = { caller, info, wanted: query.secrets };
  const secrets = await secretsForResponse(database, row, view);
  return respondClient(row, secrets);
}

const PORTABLE = pathsWith({ isPortable: true });

export const getManifest = operation({
  id: "getManifest",
  request: { route: `GET ${CLIENT_PATH}/manifest`, params: ofClient },
  access: organization("clients:read"),
  summary: "Fetch a client's manifest",
  description:
    "Returns the client's description without secrets, ids, state and logo. Keep it with the extension's code, or use it to register the same client elsewhere.",
  tag: "Clients",
  returns: json(clientManifestSchema, "The manifest."),
  async run({ params, caller }) {
    const row = await findClient(db(), caller.organizationId, params.client_id);
    const client = serializeClient(row, []);
    const fields = PORTABLE.map((path) => [path, valueAt(client, path)] as const);
    // A response has each field as the manifest has it.
    const manifest = objectWith(fields) as Omit<ClientManifest, "latchkey_manifest">;
    return { body: { ...manifest, latchkey_manifest: FORMAT } };
  },
});
