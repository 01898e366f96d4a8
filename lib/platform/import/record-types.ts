import { z } from "zod";
import type { StoreOutcome } from "@/lib/audit/record-change";
import {
  type ClientImporter,
  clientRecordSchema,
  importClient,
} from "@/lib/clients/import/import-client";
import { permissionsOf } from "@/lib/clients/require-scope-authority";
import { grantRecordSchema, importGrants } from "@/lib/consent/grants/import-grant";
import type { Database } from "@/lib/core/db/client";
import type { ServiceError } from "@/lib/core/errors";
import type { Line } from "@/lib/core/http/read-lines";
import { parseJson } from "@/lib/core/json";
import {
  type PlatformPermission,
  scopeOfPlatformPermission,
} from "@/lib/core/permissions/platform-permissions";
import {
  clientIdSchema,
  companyIdSchema,
  externalIdSchema,
  organizationIdSchema,
} from "@/lib/core/schemas/id-schema";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { isObject } from "@/lib/core/values/object-values";
import { mayOnPlatform, type PlatformCaller } from "@/lib/operation/access/platform-caller";
import { companies } from "@/lib/platform/companies/companies";
import { importCompanies, importCompanyMembers } from "@/lib/platform/companies/import-companies";
import { companyMembers, organizationMembers } from "@/lib/platform/members/members";
import { organizations } from "@/lib/platform/organizations/organizations";
import type { StoredBy } from "@/lib/platform/resource-types";
import { scopes } from "@/lib/platform/scopes/scopes";
import { users } from "@/lib/platform/users/users";
import {
  accessTokenRecordSchema,
  importAccessTokens,
  importRefreshTokens,
  refreshTokenRecordSchema,
} from "@/lib/protocol/tokens/import-token";

/** The fields of a record that together name an object. Those that it does not have are left out. */
type Key = readonly string[];

/** A kind of record, and how it is stored. */
export type RecordType = {
  permission: PlatformPermission;
  schema: z.ZodType<object>;
  /** The objects that the record changes. Records that share one cannot be stored in one set. */
  writes: readonly Key[];
  /** The objects that it depends on. It cannot be stored before an earlier change of one of them. */
  reads: readonly Key[];
  /** The field with the id of a person who must exist, too. */
  person?: string;
  /** Scopes that the record gives a client for a company or organization; most records give none. */
  givenScopes?: (record: object) => readonly string[];
  /** Stores one record, in a transaction. */
  store: (tx: Database, record: object, by: Importer) => Promise<StoreOutcome>;
  /**
   * Stores records that share no key, each entirely or not at all. An outcome of null leaves a record to `store`; no
   * function leaves all.
   */
  storeMany?: StoreMany<object> | undefined;
};

export type Importer = ClientImporter;

/** What became of a record; null if it was left alone. */
export type Outcome = StoreOutcome | ServiceError | null;

type StoreMany<Record> = (tx: Database, records: readonly Record[]) => Promise<Outcome[]>;

const CLIENT = ["client_id"];
const COMPANY = ["company_id"];
const ORGANIZATION = ["organization_id"];
/** A record about a company or an organization has the id of one of them. */
const SUBJECT = [...COMPANY, ...ORGANIZATION];
const GRANT = [...CLIENT, ...SUBJECT];
const TOKEN = ["token", "token_sha256"];

/** The kinds of record by their `type`. One that depends on another comes after it, so that sets are stored in this order. */
export const recordTypes: ReadonlyMap<string, RecordType> = new Map([
  recordOf(scopes),
  recordOf(organizations, { alsoWrites: [COMPANY] }),
  recordOf(companies, { storeMany: importCompanies }),
  recordOf(users),
  recordOf(companyMembers, { storeMany: importCompanyMembers }),
  recordOf(organizationMembers),
  recordType("client", {
    schema: clientRecordSchema,
    writes: [CLIENT],
    reads: [ORGANIZATION],
    store: importClient,
  }),
  recordType("grant", {
    schema: grantRecordSchema,
    writes: [GRANT],
    reads: [CLIENT, SUBJECT],
    person: "granted_by",
    givenScopes: ({ scopes }) => scopes,
    storeMany: importGrants,
  }),
  recordType("refresh_token", {
    schema: refreshTokenRecordSchema,
    writes: [TOKEN],
    reads: [CLIENT, GRANT],
    givenScopes: ({ scopes }) => scopes,
    storeMany: importRefreshTokens,
  }),
  recordType("access_token", {
    schema: accessTokenRecordSchema,
    writes: [TOKEN],
    reads: [CLIENT, GRANT],
    person: "external_id",
    givenScopes: ({ scopes }) => scopes,
    storeMany: importAccessTokens,
  }),
]);

/** The keys of the objects that a record writes or reads. */
export function keysOf(record: object, keys: readonly Key[]): string[] {
  return keys.flatMap((names) => {
    const ids = names.flatMap((name) => {
      const id: unknown = Reflect.get(record, name);
      return id === undefined ? [] : [`${name}:${id}`];
    });
    return ids.length === 0 ? [] : [ids.join(" ")];
  });
}

/** The keys of what must exist; the record fails if an earlier one failed to store it. */
export function needsOf({ reads, person }: RecordType, record: object): string[] {
  const id: unknown = person === undefined ? undefined : Reflect.get(record, person);
  return [...keysOf(record, reads), ...(id === undefined ? [] : [`external_id:${id}`])];
}

/** A resource whose records have the ids of its path and the fields of its PUT. */
type StoredResource<Record> = {
  kind: string;
  id: string;
  put: { access: { permission: PlatformPermission }; params: z.ZodObject; body: z.ZodObject };
  storeRecord: (tx: Database, record: Record, by: StoredBy) => Promise<StoreOutcome>;
};

function recordOf<Record>(
  { kind, id, put, storeRecord }: StoredResource<Record>,
  { alsoWrites = [], storeMany }: { alsoWrites?: Key[]; storeMany?: StoreMany<Record> } = {},
): [string, RecordType] {
  const { shape } = put.params;
  // A path has the id of a company as text.
  const ids = { ...shape, ...(shape.company_id && { company_id: companyIdSchema }) };
  const parents = Object.keys(ids).filter((name) => name !== id);
  const type = {
    permission: put.access.permission,
    schema: put.body.extend({ type: z.literal(kind), ...ids }),
    writes: [[id], ...alsoWrites],
    reads: parents.map((name) => [name]),
    store: storeRecord,
    storeMany,
  };
  return [kind, plain(type)];
}

function recordType<S extends z.ZodType<object>>(
  name: string,
  type: {
    permission?: PlatformPermission;
    schema: S;
    writes: readonly Key[];
    reads: readonly Key[];
    person?: keyof z.output<S> & string;
    givenScopes?: (record: z.output<S>) => readonly string[];
    store?: (tx: Database, record: z.output<S>, by: Importer) => Promise<StoreOutcome>;
    storeMany?: StoreMany<z.output<S>> | undefined;
  },
): [string, RecordType] {
  const { storeMany } = type;
  const store = async (tx: Database, record: z.output<S>) =>
    accepted((await storeMany?.(tx, [record]))?.[0]);
  return [name, plain({ permission: "extensions:write", store, ...type })];
}

// Only a record that its schema parsed is passed to the functions of a type, which TypeScript cannot follow.
function plain(type: { [Name in keyof RecordType]?: unknown }): RecordType {
  return type as RecordType;
}

function accepted(outcome: Outcome | undefined): StoreOutcome {
  if (outcome && "status" in outcome && "entries" in outcome) return outcome;
  throw outcome ?? new Error("The record has no outcome");
}

export type ParsedRecord = { name: string; type: RecordType; record: object };

/** Parses a line. Errors never repeat values, which may be secrets. @param caller null for an import from the shell */
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
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

const PLAIN_NAME = /^[a-z_]{1,40}$/;

function describeUnknown(type: string, keys: readonly string[]): string {
  const unknownNames = keys.filter((key) => PLAIN_NAME.test(key)).slice(0, MAX_FAULTS);
  return `${unknownNames.join(", ") || "A name"} is not a field of a ${type} record`;
}
