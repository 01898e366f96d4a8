import type { z } from "zod";
import { permissionsOf } from "@/lib/clients/require-scope-authority";
import type { Line } from "@/lib/core/http/read-lines";
import { scopeOfPlatformPermission } from "@/lib/core/permissions/platform-permissions";
import {
  clientIdSchema,
  companyIdSchema,
  externalIdSchema,
  organizationIdSchema,
} from "@/lib/core/schemas/id-schema";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { mayOnPlatform, type PlatformCaller } from "@/lib/operation/access/platform-caller";
import { keysOf, type RecordType, recordTypes } from "@/lib/platform/import/record-types";

export type ParsedRecord = { name: string; type: RecordType; record: object };

/**
 * Parses a line of an import. Errors name fields and never repeat their values, which may be secrets.
 * @param caller null for an import from the shell
 */
export function parseRecord(
  line: Line,
  caller: PlatformCaller | null,
): ParsedRecord | { error: string } {
  if ("error" in line) return line;
  const object = readObject(line.text);
  if (!object) return { error: "The line is not a JSON object." };
  const name = Reflect.get(object, "type");
  const type = typeof name === "string" ? recordTypes.get(name) : undefined;
  if (!type || typeof name !== "string") {
    return { error: `type must be one of ${[...recordTypes.keys()].join(", ")}.` };
  }
  if (caller && !mayOnPlatform(caller, type.permission)) {
    const scope = scopeOfPlatformPermission(type.permission);
    return { error: `A record of type ${name} needs the scope ${scope}.` };
  }
  const parsed = type.schema.safeParse(object, { error: plainIssue });
  if (!parsed.success) return { error: describeFaults(name, parsed.error) };
  const record = parsed.data;
  // Otherwise a grant or token would give a client of the caller's what clients/write does not include.
  if (
    caller &&
    !mayGivePermissions(caller) &&
    permissionsOf(type.givenScopes?.(record) ?? []).length > 0
  ) {
    const error =
      "Its scopes carry permissions, so this line needs the scope platform/directory/write, too.";
    return { error };
  }
  return { name, type, record };
}

/** The type and ids of a record, for the result of its line. */
export type RecordName = { type?: string; [id: string]: string | number | undefined };

const ID_SCHEMAS: Readonly<Record<string, z.ZodType<string | number>>> = {
  client_id: clientIdSchema,
  company_id: companyIdSchema,
  organization_id: organizationIdSchema,
  external_id: externalIdSchema,
};

/** Identifies a failed line, as far as possible, and the objects that it would have changed. */
export function identify(line: Line): { name: RecordName; writes: readonly string[] } {
  const object = "error" in line ? null : readObject(line.text);
  const type = object && Reflect.get(object, "type");
  const recordType = typeof type === "string" ? recordTypes.get(type) : undefined;
  if (!object || !recordType) return { name: {}, writes: [] };
  const name: RecordName = { type };
  for (const [id, schema] of Object.entries(ID_SCHEMAS)) {
    const parsed = schema.safeParse(Reflect.get(object, id));
    if (parsed.success) name[id] = parsed.data;
  }
  return { name, writes: keysOf(object, recordType.writes) };
}

export const mayGivePermissions = (caller: PlatformCaller) =>
  mayOnPlatform(caller, "directory:write");

// Results wait in memory until the sender reads them, so that a line with many mistakes must not have a long one.
const MAX_FAULTS = 5;
const LONGEST_FAULT = 160;

function describeFaults(type: string, { issues }: z.ZodError): string {
  const faults = issues
    .slice(0, MAX_FAULTS)
    .map(({ path, code, message, ...issue }) =>
      code === "unrecognized_keys" && "keys" in issue
        ? describeUnknown(type, issue.keys)
        : shorten(`${path.join(".")} ${message}`),
    );
  const more = issues.length - faults.length;
  return `${faults.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

function shorten(text: string): string {
  return text.length > LONGEST_FAULT ? `${text.slice(0, LONGEST_FAULT)}…` : text;
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const PLAIN_NAME = /^[a-z_]{1,40}$/;

function describeUnknown(type: string, keys: readonly string[]): string {
  const unknownNames = keys.filter((key) => PLAIN_NAME.test(key)).slice(0, MAX_FAULTS);
  return `${unknownNames.join(", ") || "A name"} is not a field of a ${type} record`;
}
