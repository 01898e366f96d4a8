import { z } from "zod";
import { type Database, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import {
  type CursorKey,
  type CursorList,
  cursorPage,
  readCursor,
} from "@/lib/core/http/cursor-page";
import { entityTag, requireNew } from "@/lib/core/http/entity-tag";
import type { JsonObject } from "@/lib/core/json";
import { type CursorPage, cursorListSchema } from "@/lib/core/schemas/page-schemas";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import type {
  Definition,
  Format,
  Reads,
  Removable,
  Removes,
  Resource,
  StoredBy,
  Writable,
  Writes,
} from "@/lib/platform/resource-types";
import { type AuditedObject, outcomeOf, recordAllEverywhere } from "@/lib/platform/stored";
import { TAG } from "@/lib/platform/values";

/** The row of an object. @throws ServiceError not_found if it does not exist */
export function requireRow<Row>({ missing }: { missing: string }, row: Row | null): Row {
  if (row === null) throw new ServiceError("not_found", missing);
  return row;
}

/** A list, in the order of a unique key. */
type List<Row, Body, Key extends CursorKey> = CursorList<Key> & {
  keyOf: (row: Row) => Key;
  serialize: (row: Row) => Body;
};

/**
 * A page of a list.
 * @param read returns the rows after a key, one more than the limit if there are that many
 * @throws ServiceError invalid_request for a forged cursor
 */
export async function readList<Row, Body, Key extends CursorKey>(
  { list, first, keyOf, serialize }: List<Row, Body, Key>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (after: Key) => Promise<Row[]>,
): Promise<{ items: Body[]; page: CursorPage }> {
  const rowsAfter = await read(readCursor({ list, first }, cursor));
  const { rows, page } = cursorPage(list, limit, rowsAfter, keyOf);
  return { items: rows.map(serialize), page };
}

type Ids = Record<string, string | number>;
type ReadsAny<Row> = Reads<Format, Row>;
type WritesAny<Row> = Reads<Writable, Row> & Writes<Writable, Row>;
type RemovesAny<Row> = WritesAny<Row> & Reads<Removable, Row> & Removes<Removable, Row>;

/**
 * Defines a kind of object in the Directory API. Its operations, with their preconditions, audit entries, and texts,
 * derive from the definition, and so do the records of an import.
 */
export function resource<const F extends Format, Row>(
  definition: Definition<F, Row>,
): Resource<F, Row> {
  // Operations pass on only what the format's own schemas parsed, which TypeScript cannot follow.
  const plain = definition as unknown as Reads<Format, Row>;
  const { missing, find, list } = plain;
  const operations = {
    list: listOf(plain),
    get: getOf(plain),
    ...(canWrite(plain) && { put: putOf(plain) }),
    ...(canRemove(plain) && { remove: removeOf(plain) }),
  };
  return {
    missing,
    find,
    cursors: { list: list.name, first: list.first ?? "" },
    respond: responder(plain),
    ...operations,
    operations: Object.values(operations),
    ...(canWrite(plain) && {
      kind: plain.kind,
      id: plain.format.id,
      // A record has the ids and the fields, and each part reads its own.
      storeRecord: async (tx: Database, record: Ids, by: StoredBy) =>
        (await store(plain, tx, { params: record, fields: record }, by)).outcome,
    }),
  } as unknown as Resource<F, Row>;
}

const canWrite = <Row>(any: ReadsAny<Row>): any is WritesAny<Row> => "put" in any;
const canRemove = <Row>(any: ReadsAny<Row>): any is RemovesAny<Row> => "remove" in any;

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const itemPath = ({ path, id }: Format) => `${path}/{${id}}` as const;

/** The path parameters that name what an object belongs to, with their schemas. */
const parentsOf = ({ params, id }: Format) =>
  Object.entries(params.shape).filter(([name]) => name !== id);

function responder<Row>({ serialize, versionOf }: ReadsAny<Row>) {
  return (row: Row, parents: Ids) => {
    const body = serialize(row, parents);
    return versionOf ? { body, headers: { etag: entityTag(versionOf(row)) } } : { body };
  };
}

function getOf<Row>(definition: ReadsAny<Row>) {
  const { format, noun, read, find, versionOf, get } = definition;
  const respond = responder(definition);
  return operation({
    id: `get${format.name}`,
    request: { route: `GET ${itemPath(format)}`, params: format.params },
    access: platform(read),
    summary: get?.summary ?? `Fetch ${withArticle(noun)}`,
    description: get?.description ?? `Returns one ${noun}.`,
    tag: TAG,
    returns: json(format.schema, `The ${noun}.`, versionOf && { etag: true }),
    async run({ params }) {
      return respond(requireRow(definition, await find(params)), params);
    },
  });
}

function listOf<Row>({ format, noun, nouns = `${noun}s`, read, serialize, list }: ReadsAny<Row>) {
  const { schema, key } = format;
  const listSchema = cursorListSchema(`${schema.meta()?.id}List`, schema);
  return operation({
    id: `list${format.names}`,
    request: {
      route: `GET ${format.path}`,
      params: z.object(Object.fromEntries(parentsOf(format))),
      query: format.query,
    },
    access: platform(read),
    summary: list.summary ?? `List ${nouns}`,
    description: list.description,
    tag: TAG,
    returns: json(listSchema, `A page of ${nouns}.`),
    async run({ params, query }) {
      // A page leaves out the parameters of a list that belongs to nothing.
      const parents = { ...params };
      const cursors = {
        list: [list.name, ...Object.values(parents)].join(":"),
        first: list.first ?? "",
        keyOf: (row: Row) =>
          list.keyOf?.(row, query) ?? (serialize(row, parents)[key] as CursorKey),
        serialize: (row: Row) => serialize(row, parents),
      };
      const body = await readList(cursors, query, (after) => list.rows(after, query, parents));
      // Only an empty page needs the question whether there is what it belongs to.
      if (list.of && body.items.length === 0) requireRow(list.of, await list.of.find(parents));
      return { body };
    },
  });
}

/** Stores an object. @returns what that did, with the entries for the audit logs */
async function store<Row>(
  definition: WritesAny<Row>,
  tx: Database,
  { params, fields }: { params: Ids; fields: Record<string, unknown> },
  by: StoredBy,
) {
  const { format, put, serialize, audited } = definition;
  const result = await put.store(tx, params, fields, by);
  const auditedFields = (row: Row) => {
    const body = serialize(row, params);
    const names = Object.keys(format.fields.shape).filter((name) => name in body);
    const fields = Object.fromEntries(names.map((name) => [name, body[name]])) as JsonObject;
    return audited ? audited(fields, body) : fields;
  };
  const object = auditedObject(definition, params, result.row);
  return { ...result, outcome: outcomeOf(object, result, auditedFields) };
}

function putOf<Row>(definition: WritesAny<Row>) {
  const { format, noun, write, put } = definition;
  const respond = responder(definition);
  return operation({
    id: `put${format.name}`,
    request: { route: `PUT ${itemPath(format)}`, params: format.params, body: format.fields },
    access: platform(write),
    summary: put.summary ?? `Create or change ${withArticle(noun)}`,
    description: put.description,
    tag: TAG,
    returns: json(format.schema, `The ${noun}, updated or unchanged.`, {
      created: `The new ${noun}.`,
    }),
    errors: [...(put.errors ?? []), "precondition_failed"],
    ignoresReadOnlyFields: true,
    async run({ params, body, caller, info, ifNoneMatch }) {
      const by = { actor: platformActor(caller), info, caller, trace: info };
      const { status, row } = await transaction(async (tx) => {
        const result = await store(definition, tx, { params, fields: body }, by);
        requireNew(ifNoneMatch, result.status === "created");
        await recordAllEverywhere(tx, by, result.outcome.entries);
        return result;
      });
      const response = respond(row, params);
      put.afterCommit?.(response.body);
      return { isNew: status === "created", ...response };
    },
  });
}

function removeOf<Row>(definition: RemovesAny<Row>) {
  const { format, write, kind, serialize, remove } = definition;
  return operation({
    id: `remove${format.name}`,
    request: { route: `DELETE ${itemPath(format)}`, params: format.params },
    access: platform(write),
    summary: remove.summary,
    description: remove.description,
    tag: TAG,
    returns: json(format.schema, format.removed),
    async run({ params, caller, info }) {
      const by = { actor: platformActor(caller), info, caller, trace: info };
      const row = await transaction(async (tx) => {
        const row = requireRow(definition, await remove.remove(tx, params, by));
        const { context, target, organizationId } = auditedObject(definition, params, row);
        const before = { ...context, ...remove.audited(serialize(row, params)) };
        const entry = { action: `${kind}.removed`, target, organizationId, before };
        await recordAllEverywhere(tx, by, [entry]);
        return row;
      });
      return { body: serialize(row, params) };
    },
  });
}

/** An object as audit logs name it. The organization of its path, if there is one, reads the change in its own log too. */
function auditedObject<Row>(
  { format, kind, target = kind, serialize }: WritesAny<Row>,
  params: Ids,
  row: Row,
): AuditedObject {
  const organizationId = "organization_id" in format.params.shape && params.organization_id;
  return {
    kind,
    target: `${target}:${serialize(row, params)[format.key]}`,
    context: Object.fromEntries(parentsOf(format).map(([name]) => [name, params[name] ?? ""])),
    ...(organizationId && { organizationId: String(organizationId) }),
  };
}
