import { csvLine } from "@/lib/audit/write-csv";
import type { clientExportFormats } from "@/lib/clients/export/schemas";
import { shortName } from "@/lib/clients/field-values";
import type { ClientResponse } from "@/lib/clients/schemas";
import { settingNames } from "@/lib/clients/settings";

/** The text around and between clients in a format. */
export type ClientWriter = {
  contentType: string;
  begin: string;
  client: (client: ClientResponse, isFirst: boolean) => string;
  end: string;
};

const ofClient = [
  "client_id",
  "meta.name",
  "meta.description",
  "slug",
  "meta.tags",
  "client_type",
  "is_active",
  "base_url",
  "redirect_urls",
  "scopes.permissions",
  "grants",
  "access_token_lifetime",
  "refresh_token_lifetime",
  "refresh_rotation",
  "require_pkce",
  "logo_uri",
  "policy_uri",
  "tos_uri",
  "support_email",
  "secret",
  "author.name",
  "created_at",
  "modified_at",
  "last_used_at",
  "deleted_at",
];

// The order never changes, so later fields come last.
const COLUMNS = [...ofClient, ...settingNames.filter((name) => !ofClient.includes(name))];

const HEADERS: Readonly<Record<string, string>> = { secret: "secrets", "author.name": "author" };

/** A value as a cell. Lists have one entry per line; entries never contain line breaks. */
function cellOf(client: ClientResponse, path: string): string {
  const value = path.split(".").reduce<unknown>((part, key) => Object(part)[key], client);
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

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
    begin: csvLine(COLUMNS.map((path) => HEADERS[path] ?? shortName(path))),
    client: (client) => csvLine(COLUMNS.map((path) => cellOf(client, path))),
    end: "",
  },
};
