import { z } from "zod";
import { SETTING_SCHEMAS } from "@/lib/clients/field-schemas";
import { SETTINGS } from "@/lib/clients/field-values";

type Table = typeof SETTINGS;
type Schemas = typeof SETTING_SCHEMAS;
type Name = keyof Table;
type Settings = { [N in Name]: z.output<Schemas[N]["schema"]> };

/** The settings of a client by their columns. */
export type SettingColumns = { [N in Name as Table[N]["column"]]: Settings[N] };

/** The names of the settings, in the order of the table. */
export const settingNames = Object.keys(SETTINGS) as Name[];

// TypeScript cannot follow a value from its row of the table to its name in the result, so each derivation has a cast.
function byName(value: (name: Name) => unknown, names: readonly Name[] = settingNames) {
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

/** The schema of each setting. */
export const settings = byName((name) => SETTING_SCHEMAS[name].schema) as {
  [N in Name]: Schemas[N]["schema"];
};

/** The same with the values of a new client as defaults. */
export const newSettings = byName((name) => {
  const schema: z.ZodType = SETTING_SCHEMAS[name].schema;
  return z._default(schema, SETTINGS[name].initial);
}) as { [N in Name]: z.ZodDefault<Schemas[N]["schema"]> };

/** The schema of each setting in responses. */
export const returnedSettings = byName((name) => SETTING_SCHEMAS[name].returned) as {
  [N in Name]: Schemas[N]["returned"];
};

type ImportedName = { [N in Name]: Table[N]["isImported"] extends true ? N : never }[Name];

/** The schemas of the settings that the platform's directory has, each of which a record may omit. */
export const importedSettings = byName(
  (name) => z.optional(SETTING_SCHEMAS[name].schema),
  settingNames.filter((name) => SETTINGS[name].isImported),
) as { [N in ImportedName]: z.ZodOptional<Schemas[N]["schema"]> };

/** The settings of a stored client. */
export function settingsOf(row: SettingColumns): Settings {
  return byName((name) => row[SETTINGS[name].column]) as Settings;
}

/** The settings among the fields of a client in the API. */
export function pickSettings(client: Settings): Settings {
  return byName((name) => client[name]) as Settings;
}

/** The columns of the settings that a request sent. */
export function columnsOf<Sent extends { [N in Name]?: Settings[N] | undefined }>(
  sent: Sent,
): { [N in Name as Table[N]["column"]]: Sent[N] } {
  return Object.fromEntries(settingNames.map((name) => [SETTINGS[name].column, sent[name]])) as {
    [N in Name as Table[N]["column"]]: Sent[N];
  };
}
