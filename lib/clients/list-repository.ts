import { allColumns, columnValue, JOINED } from "@/lib/clients/columns";
import { restorableSince } from "@/lib/clients/delete-client";
import {
  CLIENT_FIELDS,
  type FieldColumn,
  fieldRow,
  pathsWith,
  shortName,
} from "@/lib/clients/field-values";
import { clientSorts, type ListClientsQuery } from "@/lib/clients/query-schemas";
import type { ClientRow } from "@/lib/clients/repository";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import {
  allOf,
  containing,
  type ListPart,
  type ListPosition,
  nameOrder,
} from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";
import { isClientId } from "@/lib/core/schemas/id-forms";
import type { PaginationQuery } from "@/lib/core/schemas/page-schemas";

type ClientFilter = Omit<ListClientsQuery, keyof PaginationQuery | "sort">;

/** Which clients of an organization match. */
type ListFilter = {
  /** A condition on `clients c`. */
  condition: string;
  /** Values of its named parameters. */
  values: { organizationId: string } & Record<string, unknown>;
};

const FILTERS = pathsWith({}).flatMap((path) => {
  const { filter, column, type } = fieldRow(path);
  return filter && column ? [{ filter, column, type }] : [];
});
type FieldFilter = (typeof FILTERS)[number];

/** The condition of a field's filter; a value is the parameter that is named after the column. */
function conditionOf({ column, type }: FieldFilter, wanted: unknown): string {
  const value = columnValue(column);
  if (type === "bool") return wanted ? value : `NOT ${value}`;
  return type === "text[]" ? `${value} @> ARRAY[:${column}]::text[]` : `${value} = :${column}`;
}

const LAST_FOUR = /^[\w-]{4}$/;

/** A list's condition. It contains only the requested filters, so that the database plans for exactly those. */
function listFilter(organizationId: string, query: ClientFilter): ListFilter {
  const { deleted, q } = query;
  const wanted = FILTERS.map((field) => [field, Reflect.get(query, field.filter)] as const).filter(
    ([, value]) => value !== undefined,
  );
  const condition = allOf(
    "c.organization_id = :organizationId",
    ...wanted.map(([field, value]) => conditionOf(field, value)),
    query.never_used && "NOT c.is_used",
    deleted ? "c.deleted_at >= :deletedSince" : "c.deleted_at IS NULL",
    query.loopback_redirect && "redirects_to_loopback(c.redirect_urls)",
    q ? searchFor(q) : undefined,
  );
  return {
    condition,
    values: {
      organizationId,
      ...Object.fromEntries(wanted.map(([{ column }, value]) => [column, value])),
      deletedSince: restorableSince(new Date()),
      ...(q && { pattern: containing(hostOf(q)), wholeIds: [q, q.toLowerCase()], lastFour: q }),
    },
  };
}

function searchFor(q: string): string {
  const byText = "c.search_text LIKE lower(:pattern)";
  const conditions = [
    ...(isClientId(q) ? ["SELECT unnest(:wholeIds::text[])"] : []),
    ...(LAST_FOUR.test(q) ? [LIVE_SECRETS_ENDING] : []),
  ];
  if (conditions.length === 0) return byText;
  // Branches of a union, so that each can use its own index; with OR, none could.
  const first = `SELECT c.client_id FROM clients c WHERE c.organization_id = :organizationId AND ${byText}`;
  return `c.client_id IN (${[first, ...conditions].join(" UNION ")})`;
}

const LIVE_SECRETS_ENDING = `
  SELECT s.client_id FROM client_secrets s WHERE s.last_four = :lastFour
    AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())`;

// A search for a URL looks for the host it leads to.
function hostOf(q: string): string {
  return (/^https?:\/\/./i.test(q) && parseUrl(q)?.host) || q;
}

type Sort = ListClientsQuery["sort"];

/** The order of a list, and whether a client comes after a position, whose value is a time or a name. */
type Order = { column: FieldColumn<{ isSortable: true }>; by: string; after: string };

const SORTED = pathsWith({ isSortable: true });

function orderOf(path: (typeof SORTED)[number], direction: "ASC" | "DESC"): Order {
  const { column, type } = CLIENT_FIELDS[path];
  const isText = type === "text";
  const key = isText ? nameOrder(columnValue(column)) : columnValue(column);
  const position = isText ? "lower(:afterValue)" : `:afterValue::${type}`;
  return {
    column,
    by: `${key} ${direction}, c.client_id ${direction}`,
    after: `(${key}, c.client_id) ${direction === "ASC" ? ">" : "<"} (${position}, :afterId)`,
  };
}

// `fromEntries` loses the names, which are those of `clientSorts`.
const ORDERS = Object.fromEntries(
  SORTED.flatMap((path) => [
    [shortName(path), orderOf(path, "ASC")],
    [`-${shortName(path)}`, orderOf(path, "DESC")],
  ]),
) as Record<Sort, Order>;

export function positionIn(sort: Sort, row: ClientRow): ListPosition {
  const value = row[ORDERS[sort].column];
  return { id: row.clientId, value: value instanceof Date ? value.toISOString() : value };
}

type ListedRow = { total: number } & (ClientRow | { clientId: null });
const LISTED_TYPES = { ...allColumns.types, total: "int4" } as const;

type ListValues = ListFilter["values"] & Omit<ListPart, "after">;

const NO_FILTER = { never_used: false, loopback_redirect: false, deleted: false };

const listFiltered = sql<
  ListValues & { filter: ListFilter; q?: string; sort: Sort; afterId?: string },
  ListedRow
>(
  "list-filtered-clients",
  LISTED_TYPES,
  ({ filter = listFilter("", NO_FILTER), q, sort = "created_at", afterId }) =>
    listStatement(filter, { q, sort }, afterId !== undefined),
);

/** A part of an organization's clients, with the total of all matches if they are counted. */
export async function listClientRows(
  organizationId: string,
  query: ListClientsQuery,
  { after, ...part }: ListPart,
): Promise<{ total: number; rows: ClientRow[] }> {
  const filter = listFilter(organizationId, query);
  const position = after && { afterId: after.id, afterValue: after.value };
  const values = { ...filter.values, ...position, ...part };
  const prepared = PREPARED.get(filter.condition)?.get(query.sort);
  const rows = prepared
    ? await prepared[position ? "next" : "first"](values)
    : await listFiltered({ ...values, filter, q: query.q, sort: query.sort });
  const clientRows = rows.filter((row) => row.clientId !== null);
  return { total: rows[0]?.total ?? 0, rows: clientRows };
}

function listStatement(
  filter: ListFilter,
  { q, sort }: Pick<ListClientsQuery, "q" | "sort">,
  hasPosition: boolean,
): string {
  const after = hasPosition ? `AND ${ORDERS[sort].after}` : "";
  const part = `${after} ORDER BY ${ORDERS[sort].by} LIMIT :limit OFFSET :offset`;
  return `${q ? searchStatement(filter, part) : filterStatement(filter, part)}
    SELECT counted.total, ${allColumns.select}
    FROM counted LEFT JOIN (page JOIN clients c USING (client_id) ${JOINED}) ON true
    ORDER BY ${ORDERS[sort].by}`;
}

// Count and page in one round trip, so that a page past the end still has the count. An index returns the page in order
// and the scan stops once it is full; a page past the end is not looked for.
function filterStatement({ condition }: ListFilter, part: string): string {
  return `
    WITH counted AS (SELECT count(*)::int AS total FROM clients c WHERE :isCounted::boolean AND ${condition}),
    page AS (
      SELECT c.client_id FROM clients c
      WHERE ${condition} AND (NOT :isCounted::boolean OR (SELECT total FROM counted) > :offset::bigint) ${part}
    )`;
}

const SORT_COLUMNS = SORTED.map((path) => columnValue(CLIENT_FIELDS[path].column)).join(", ");

// A search has no index order, so its matches are computed once for both.
function searchStatement({ condition }: ListFilter, part: string): string {
  return `
    WITH found AS MATERIALIZED (
      SELECT c.client_id, ${SORT_COLUMNS} FROM clients c WHERE ${condition}
    ),
    counted AS (SELECT count(*)::int AS total FROM found),
    page AS (SELECT c.client_id FROM found c WHERE true ${part})`;
}

const listIds = sql<ListFilter["values"] & { condition: string; sort: Sort }, { clientId: string }>(
  "list-client-ids",
  { clientId: "text" },
  ({ condition = "true", sort = "created_at" }) =>
    `SELECT c.client_id AS "clientId" FROM clients c WHERE ${condition} ORDER BY ${ORDERS[sort].by}`,
);

/** The ids of all matching clients, in list order. */
export async function listClientIds(
  organizationId: string,
  query: ClientFilter & Pick<ListClientsQuery, "sort">,
): Promise<string[]> {
  const { condition, values } = listFilter(organizationId, query);
  const rows = await listIds({ ...values, condition, sort: query.sort });
  return rows.map(({ clientId }) => clientId);
}

/** The clients with these ids, deleted or not, in the order of the ids. */
export const readClientRows = sql<
  { organizationId: string; clientIds: readonly string[] },
  ClientRow
>(
  "read-clients",
  allColumns.types,
  `
  SELECT ${allColumns.select}
  FROM unnest(:clientIds::text[]) WITH ORDINALITY AS wanted (client_id, position)
  JOIN clients c USING (client_id) ${JOINED}
  WHERE c.organization_id = :organizationId ORDER BY wanted.position`,
);

function prepare(name: string, text: string) {
  return sql<ListValues, ListedRow>(name, LISTED_TYPES, text);
}

// Most lists have no filter, or only one for the state. An index returns them in order for any organization, so one plan
// per connection suits all values.
const PREPARED = new Map(
  [undefined, true, false].map((isActive) => {
    const filter = listFilter("", { ...NO_FILTER, is_active: isActive });
    const state = isActive === undefined ? "" : isActive ? "-active" : "-inactive";
    const orders = clientSorts.map((sort) => {
      const order = sort.replace("_", "-").replace(/^-(.*)/, "$1-descending");
      const name = `list${state}-clients-by-${order}`;
      const statements = {
        first: prepare(name, listStatement(filter, { sort }, false)),
        next: prepare(`${name}-after`, listStatement(filter, { sort }, true)),
      };
      return [sort, statements] as const;
    });
    return [filter.condition, new Map(orders)] as const;
  }),
);
