import { z } from "zod";
import {
  accessTokenLifetimeSchema,
  baseUrlSchema,
  clientSupportEmailSchema,
  policyUriSchema,
  redirectUrlsSchema,
  refreshRotationSchema,
  refreshTokenLifetimeSchema,
  requirePkceSchema,
  tosUriSchema,
} from "@/lib/clients/field-schemas";
import { bounds } from "@/lib/clients/field-values";

/**
 * The settings that have the same name and value in requests, responses, manifests, and audit entries: column,
 * schema, and the value of a new client.
 */
const TABLE = {
  base_url: setting("baseUrl", baseUrlSchema, null),
  redirect_urls: setting("redirectUrls", redirectUrlsSchema, []),
  access_token_lifetime: setting(
    "accessTokenLifetime",
    accessTokenLifetimeSchema,
    bounds.accessTokenLifetime.default,
  ),
  refresh_token_lifetime: setting(
    "refreshTokenLifetime",
    refreshTokenLifetimeSchema,
    bounds.refreshTokenLifetime.default,
  ),
  refresh_rotation: setting("refreshRotation", refreshRotationSchema, "none"),
  require_pkce: setting("requirePkce", requirePkceSchema, false),
  policy_uri: setting("policyUri", policyUriSchema, null),
  tos_uri: setting("tosUri", tosUriSchema, null),
  support_email: setting("supportEmail", clientSupportEmailSchema, null),
};

function setting<const Column extends string, Schema extends z.ZodType>(
  column: Column,
  schema: Schema,
  initial: z.core.util.NoUndefined<z.output<Schema>>,
) {
  return { column, schema, schemaOfNew: z._default(schema, initial) };
}

type Table = typeof TABLE;
type Name = keyof Table;
type Settings = { [N in Name]: z.output<Table[N]["schema"]> };
type SettingColumns = { [N in Name as Table[N]["column"]]: Settings[N] };

const NAMES = Object.keys(TABLE) as Name[];

// TypeScript cannot follow a value from its row of the table to its name in the result, so each derivation has a cast.
const byName = (value: (name: Name) => unknown) =>
  Object.fromEntries(NAMES.map((name) => [name, value(name)]));

/** The schema of each setting. */
export const settings = byName((name) => TABLE[name].schema) as {
  [N in Name]: Table[N]["schema"];
};

/** The same with the values of a new client as defaults. */
export const newSettings = byName((name) => TABLE[name].schemaOfNew) as {
  [N in Name]: Table[N]["schemaOfNew"];
};

/** The settings of a stored client. */
export function settingsOf(row: SettingColumns): Settings {
  return byName((name) => row[TABLE[name].column]) as Settings;
}

/** The settings among the fields of a client in the API. */
export function pickSettings(client: Settings): Settings {
  return byName((name) => client[name]) as Settings;
}

/** The columns of the settings that a request sent. */
export function columnsOf<Sent extends { [N in Name]?: Settings[N] | undefined }>(
  sent: Sent,
): { [N in Name as Table[N]["column"]]: Sent[N] } {
  return Object.fromEntries(NAMES.map((name) => [TABLE[name].column, sent[name]])) as {
    [N in Name as Table[N]["column"]]: Sent[N];
  };
}
