import type { z } from "zod";
import type { StoreOutcome } from "@/lib/audit/record-change";
import type { Database } from "@/lib/core/db/client";
import type { CursorKey, CursorList } from "@/lib/core/http/cursor-page";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { JsonObject } from "@/lib/core/json";
import type { PlatformPermission } from "@/lib/core/permissions/platform-permissions";
import type { cursorListSchema, cursorQuery } from "@/lib/core/schemas/page-schemas";
import type { Access } from "@/lib/operation/access";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import type { Operation } from "@/lib/operation/operation";
import type { Json, JsonResult } from "@/lib/operation/returns";
import type { PlatformOrigin, Stored } from "@/lib/platform/stored";

/** What clients see of a resource. The types of its operations derive from it. */
export type Format = {
  /** `DirectoryCompany` makes the ids `getDirectoryCompany` and `putDirectoryCompany`. */
  name: string;
  /** `DirectoryCompanies` makes the id `listDirectoryCompanies`. */
  names: string;
  /** The path of the list. */
  path: `/${string}`;
  /** The parameter that follows it in the path of one object. */
  id: string;
  /** All path parameters of one object. Those besides `id` name what it belongs to. */
  params: z.ZodObject<Record<string, z.ZodType<string | number>>>;
  schema: z.ZodObject;
  /** The query of the list: `limit`, `cursor`, and filters. */
  query: z.ZodObject<typeof cursorQuery>;
  /** The unique field that orders the list. */
  key: string;
  /** The fields of a PUT. Omit them for a resource without PUT. */
  fields?: z.ZodObject;
  /** Describes the response of a DELETE. Omit it for a resource without DELETE. */
  removed?: string;
};

export type Writable = Format & { fields: z.ZodObject };
export type Removable = Writable & { removed: string };

type Params<F extends Format> = z.output<F["params"]>;
type Body<F extends Format> = z.input<F["schema"]>;
type Key<F extends Format> = Body<F>[F["key"]];
type ListParams<F extends Format> = z.ZodObject<Omit<F["params"]["shape"], F["id"]>>;
/** The ids of what an object belongs to. */
type Parents<F extends Format> = Omit<Params<F>, F["id"]>;

/** Texts of the API reference. Those that are left out derive from the nouns. */
type Texts = { summary?: string; description: string };

/** Who stores or removes an object. An import has neither a caller nor a trace. */
export type StoredBy = PlatformOrigin & {
  caller?: PlatformCaller;
  trace?: Pick<RequestInfo, "traceparent">;
};

/** How objects are found and listed. */
export type Reads<F extends Format, Row> = {
  format: F;
  noun: string;
  /** The noun with an s if omitted. */
  nouns?: string;
  read: PlatformPermission;
  /** What a request reads for an object that does not exist. */
  missing: string;
  serialize: (row: Row, parents: Parents<F>) => Body<F>;
  find: (params: Params<F>) => Promise<Row | null>;
  /** The version of an object, for its ETag. */
  versionOf?: (row: Row) => number;
  get?: Partial<Texts>;
  list: Texts & {
    /** The name of its cursors. */
    name: string;
    /** The key before all others; an empty text if omitted. */
    first?: Key<F> & CursorKey;
    /** What it belongs to, which must exist. */
    of?: { missing: string; find: (params: Parents<F>) => Promise<unknown> };
    /** The key of a row in the order that the query asks for; that of the format unless given. */
    keyOf?: (row: Row, query: z.output<F["query"]>) => Key<F> & CursorKey;
    /** Returns the rows after a key, one more than the limit if there are that many. */
    rows: (after: Key<F>, query: z.output<F["query"]>, parents: Parents<F>) => Promise<Row[]>;
  };
};

/** The values that the statements of lists have: the key before the rows, how many to read, and the query's. */
export type ListValues<Key> = {
  afterId: Key;
  take: number;
  since?: string;
  q?: string;
  pattern?: string;
};

export type Writes<F extends Writable, Row> = {
  write: PlatformPermission;
  /** For audit actions and the records of an import: `company` makes `company.created`. */
  kind: string;
  /** What audit entries call the object; the kind if omitted. */
  target?: string;
  /** The fields that a change can alter, if they are not those of a PUT. */
  audited?: (fields: JsonObject, body: Body<F>) => JsonObject;
  put: Texts & {
    errors?: readonly ["conflict"];
    store: (
      tx: Database,
      params: Params<F>,
      fields: z.output<F["fields"]>,
      by: StoredBy,
    ) => Promise<Stored<Row>>;
    afterCommit?: (body: Body<F>) => void;
  };
};

export type Removes<F extends Removable, Row> = {
  remove: Required<Texts> & {
    remove: (tx: Database, params: Params<F>, by: StoredBy) => Promise<Row | null>;
    /** The fields that the audit entry has. */
    audited: (body: Body<F>) => JsonObject;
  };
};

export type Definition<F extends Format, Row> = Reads<F, Row> &
  (F extends Writable ? Writes<F, Row> : unknown) &
  (F extends Removable ? Removes<F, Row> : unknown);

type OnItem<
  F extends Format,
  Verb extends string,
  Method extends "GET" | "PUT" | "DELETE",
  B extends z.ZodObject | undefined = undefined,
> = Operation<
  `${Verb}${F["name"]}`,
  Access<"platform">,
  { route: `${Method} ${F["path"]}/{${F["id"]}}`; params: F["params"]; body: B },
  Json<F["schema"]>
>;

type OwnParents<F extends Format> =
  Exclude<keyof F["params"]["shape"], F["id"]> extends never ? [] : [Parents<F>];

type OperationsOf<F extends Format> = {
  list: Operation<
    `list${F["names"]}`,
    Access<"platform">,
    { route: `GET ${F["path"]}`; params: ListParams<F>; query: F["query"] },
    Json<ReturnType<typeof cursorListSchema<F["schema"]>>>
  >;
  get: OnItem<F, "get", "GET">;
} & (F extends Writable ? { put: OnItem<F, "put", "PUT", F["fields"]> } : unknown) &
  (F extends Removable ? { remove: OnItem<F, "remove", "DELETE"> } : unknown);

/** A kind of object in the Directory API, with its operations. */
export type Resource<F extends Format, Row> = Pick<Reads<F, Row>, "missing" | "find"> &
  OperationsOf<F> & {
    /** In the order of the API reference. */
    operations: readonly OperationsOf<F>[keyof OperationsOf<F>][];
    /** Of the whole list. */
    cursors: CursorList<Key<F> & CursorKey>;
    respond: (row: Row, ...parents: OwnParents<F>) => JsonResult<F["schema"]>;
  } & (F extends Writable ? WritableResource<F> : unknown);

type WritableResource<F extends Writable> = {
  kind: string;
  id: string;
  /** Stores a record of an import, which has the ids of the path and the fields of a PUT. */
  storeRecord: (
    tx: Database,
    record: Params<F> & z.output<F["fields"]>,
    by: StoredBy,
  ) => Promise<StoreOutcome>;
};
