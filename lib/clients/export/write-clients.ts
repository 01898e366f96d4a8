import { csvLine } from "@/lib/audit/write-csv";
import type { clientExportFormats } from "@/lib/clients/export/schemas";
import type { ClientResponse } from "@/lib/clients/schemas";

/** The text around and between clients in a format. */
export type ClientWriter = {
  contentType: string;
  begin: string;
  client: (client: ClientResponse, isFirst: boolean) => string;
  end: string;
};

// Lists have one entry per line; entries never contain line breaks.
const COLUMNS: readonly [name: string, value: (client: ClientResponse) => string][] = [
  ["client_id", (client) => client.client_id],
  ["name", (client) => client.meta.name],
  ["description", (client) => client.meta.description],
  ["slug", (client) => client.slug],
  ["tags", (client) => client.meta.tags.join("\n")],
  ["client_type", (client) => client.client_type],
  ["is_active", (client) => String(client.is_active)],
  ["base_url", (client) => client.base_url ?? ""],
  ["redirect_urls", (client) => client.redirect_urls.join("\n")],
  ["scopes", (client) => client.scopes.permissions.join("\n")],
  ["grants", (client) => client.grants.join("\n")],
  ["access_token_lifetime", (client) => String(client.access_token_lifetime)],
  ["refresh_token_lifetime", (client) => String(client.refresh_token_lifetime)],
  ["refresh_rotation", (client) => client.refresh_rotation],
  ["require_pkce", (client) => String(client.require_pkce)],
  ["logo_uri", (client) => client.logo_uri ?? ""],
  ["policy_uri", (client) => client.policy_uri ?? ""],
  ["tos_uri", (client) => client.tos_uri ?? ""],
  ["support_email", (client) => client.support_email ?? ""],
  ["secrets", (client) => client.secret.join("\n")],
  ["author", (client) => client.author.name],
  ["created_at", (client) => client.created_at],
  ["modified_at", (client) => client.modified_at],
  ["last_used_at", (client) => client.last_used_at ?? ""],
  ["deleted_at", (client) => client.deleted_at ?? ""],
];

/** The writers of an export, by format. */
export const clientWriters: Record<(typeof clientExportFormats)[number], ClientWriter> = {
  json: {
    contentType: "application/json",
    begin: '{"items":[',
    client: (client, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(client)}`,
    end: "\n]}\n",
  },
  csv: {
    contentType: "text/csv; charset=utf-8; header=present",
    begin: csvLine(COLUMNS.map(([name]) => name)),
    client: (client) => csvLine(COLUMNS.map(([, value]) => value(client))),
    end: "",
  },
};
