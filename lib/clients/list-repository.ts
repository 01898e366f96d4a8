import { allColumns, JOINED } from "@/lib/clients/columns";
import { type ClientFilter, type ListFilter, listFilter } from "@/lib/clients/list-filter";
import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import type { ClientRow } from "@/lib/clients/repository";
import { type ListPart, nameOrder } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";

type Sort = ListClientsQuery["sort"];

const NAME = nameOrder("c.name");

const ORDERS: Record<Sort, string> = {
  created_at: "c.created_at ASC, c.client_id ASC",
  "-created_at": "c.created_at DESC, c.client_id DESC",
  name: `${NAME} ASC, c.client_id ASC`,
  "-name": `${NAME} DESC, c.client_id DESC`,
};

/** Whether a client comes after a position. The value is a time or a name, depending on the order. */
const AFTER: Record<Sort, string> = {
  created_at: "(c.created_at, c.client_id) > (:afterValue::timestamptz, :afterId)",
  "-created_at": "(c.created_at, c.client_id) < (:afterValue::timestamptz, :afterId)",
  name: `(${NAME}, c.client_id) > (lower(:afterValue), :afterId)`,
  "-name": `(${NAME}, c.client_id) < (lower(:afterValue), :afterId)`,
};

type ListedRow = { total: number } & (ClientRow | { clientId: null });
const LISTED_TYPES = { ...allColumns.types, total: "int4" } as const;

type ListValues = ListFilter["values"] & { limit: number; offset: number };

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

/** A part of an organization's clients, with the total of all matches. */
export async function listClientRows(
  organizationId: string,
  query: ListClientsQuery,
  { after, limit, offset }: Omit<ListPart, "isCounted">,
): Promise<{ total: number; rows: ClientRow[] }> {
  const filter = listFilter(organizationId, query);
  const position = after && { afterId: after.id, afterValue: after.value };
  const values = { ...filter.values, ...position, limit, offset };
  const prepared = PREPARED.get(filter.condition)?.[query.sort];
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
  const after = hasPosition ? `AND ${AFTER[sort]}` : "";
  const part = `${after} ORDER BY ${ORDERS[sort]} LIMIT :limit OFFSET :offset`;
  return `${q ? searchStatement(filter, part) : filterStatement(filter, part)}
    SELECT counted.total, ${allColumns.select}
    FROM counted LEFT JOIN (page JOIN clients c USING (client_id) ${JOINED}) ON true
    ORDER BY ${ORDERS[sort]}`;
}

// Count and page in one round trip, so that a page past the end still has the count. An index returns the page in order
// and the scan stops once it is full; if the count is zero, the scan is skipped.
function filterStatement({ condition }: ListFilter, part: string): string {
  return `
    WITH counted AS (SELECT count(*)::int AS total FROM clients c WHERE ${condition}),
    page AS (
      SELECT c.client_id FROM clients c
      WHERE ${condition} AND (SELECT total FROM counted) > :offset::bigint ${part}
    )`;
}

// A search has no index order, so its matches are computed once for both.
function searchStatement({ condition }: ListFilter, part: string): string {
  return `
    WITH found AS MATERIALIZED (
      SELECT c.client_id, c.name, c.created_at FROM clients c WHERE ${condition}
    ),
    counted AS (SELECT count(*)::int AS total FROM found),
    page AS (SELECT c.client_id FROM found c WHERE true ${part})`;
}

const listIds = sql<ListFilter["values"] & { condition: string; sort: Sort }, { clientId: string }>(
  "list-client-ids",
  { clientId: "text" },
  ({ condition = "true", sort = "created_at" }) =>
    `SELECT c.client_id AS "clientId" FROM clients c WHERE ${condition} ORDER BY ${ORDERS[sort]}`,
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
    const inOrder = (sort: Sort, order: string) => {
      const name = `list${state}-clients-by-${order}`;
      return {
        first: prepare(name, listStatement(filter, { sort }, false)),
        next: prepare(`${name}-after`, listStatement(filter, { sort }, true)),
      };
    };
    const orders = {
      created_at: inOrder("created_at", "creation"),
      "-created_at": inOrder("-created_at", "creation-descending"),
      name: inOrder("name", "name"),
      "-name": inOrder("-name", "name-descending"),
    };
    return [filter.condition, orders] as const;
  }),
);
