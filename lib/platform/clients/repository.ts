import { type ColumnValues, clientColumns } from "@/lib/clients/columns";
import { type Proposal, REVIEWED_LISTS, REVIEWED_VALUES } from "@/lib/clients/listing/review";
import type { Database } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { allOf, listValues } from "@/lib/core/db/list-sql";
import { isReal } from "@/lib/core/db/sandbox-sql";
import { first, sql } from "@/lib/core/db/sql";
import type { ListClientsQuery } from "@/lib/platform/clients/schemas";
import { WEEK_DAYS } from "@/lib/platform/daily-calls";
import type { ListValues } from "@/lib/platform/resource-types";

const own = clientColumns([
  ...REVIEWED_VALUES,
  ...REVIEWED_LISTS,
  "clientId",
  "version",
  "organizationId",
  "clientType",
  "isActive",
  "suspendedAt",
  "suspensionReason",
  "listing",
  "listingRequestedAt",
  "review",
  "createdAt",
]);

/** An extension as stored, with its publisher. */
export type DirectoryClientRow = ColumnValues<keyof typeof own.types> & {
  organizationName: string;
  publisherVerified: boolean;
  /** Up to five other listed extensions with a name similar to the current or proposed one. */
  lookAlikes: string[];
  /** How its last conformance check ended; null if there was none. */
  conformance: string | null;
  checkedAt: Date | null;
};

/** A row of a list, with how the extension is used. */
export type ListedClientRow = DirectoryClientRow & {
  installs: number;
  calls: number;
  denied: number;
  /** What the list is ordered by. */
  position: number;
};

/** The changes that a decision makes in an extension. */
export type ClientDecision = Proposal &
  Partial<
    Pick<DirectoryClientRow, "suspendedAt" | "suspensionReason" | "listingRequestedAt" | "review">
  >;

const SELECT = `
  SELECT ${own.select}, o.name AS "organizationName", o.verified AS "publisherVerified",
    CASE WHEN c.listing = 'listed' OR c.listing_requested_at IS NOT NULL THEN ARRAY(
      SELECT t.name FROM clients t
      WHERE t.listing = 'listed' AND t.deleted_at IS NULL AND t.client_id <> c.client_id
        AND name_skeleton(t.name) = name_skeleton(coalesce(c.review #>> '{proposed,name}', c.name))
      ORDER BY t.client_id LIMIT 5) ELSE '{}' END AS "lookAlikes",
    v.verdict AS conformance, v.checked_at AS "checkedAt"
  FROM clients c JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN conformance_verdicts v ON v.client_id = c.client_id`;
const FIND = `${SELECT} WHERE c.client_id = :clientId AND c.deleted_at IS NULL`;

const TYPES = {
  ...own.types,
  organizationName: "text",
  publisherVerified: "bool",
  lookAlikes: "text[]",
  conformance: "text?",
  checkedAt: "timestamptz?",
} as const;

function clientStatement(name: string, text: string) {
  const read = sql<{ clientId: string }, DirectoryClientRow>(name, TYPES, text);
  return async (clientId: string, on?: Database) => first(await read({ clientId }, on));
}

/** An extension that is not deleted, or null. */
export const findClient = clientStatement("find-directory-client", FIND);

/** Like {@link findClient}, and locks it until the transaction ends. */
export const lockClient = clientStatement(
  "lock-directory-client",
  `${FIND} FOR NO KEY UPDATE OF c`,
);

/** Changes an extension and increments its version. */
export async function updateClient(
  tx: Database,
  clientId: string,
  { review, ...decision }: ClientDecision,
): Promise<void> {
  await tx.client.update({
    where: { clientId },
    data: {
      ...decision,
      ...(review !== undefined && { review: review ?? Prisma.DbNull }),
      version: { increment: 1 },
      modifiedAt: new Date(),
    },
    select: { clientId: true },
  });
}

type Order = NonNullable<ListClientsQuery["sort"]>;

const SEARCH = `(c.client_id = :q OR c.search_text LIKE lower(:pattern) OR o.name ILIKE :pattern)`;

const WEEK = `h.hour >= date_trunc('day', now(), 'UTC') - interval '${(WEEK_DAYS - 1) * 24} hours'`;
const INSTALLED = `g.revoked_at IS NULL AND ${isReal("g.company_id")}`;

/** What extensions are ordered by, for all that have any. Hourly totals are few: at most 168 a week for each denial. */
const ORDERS: Record<Order, string> = {
  "-installs": `SELECT g.client_id, count(*)::int AS value FROM grants g WHERE ${INSTALLED} GROUP BY 1`,
  "-calls": `SELECT h.client_id, sum(h.calls)::int AS value FROM call_hours h WHERE ${WEEK} GROUP BY 1`,
  "-denied": `
    SELECT h.client_id, (1000000 * coalesce(sum(h.calls) FILTER (WHERE h.denial <> ''), 0) / sum(h.calls))::int AS value
    FROM call_hours h WHERE ${WEEK} GROUP BY 1 HAVING sum(h.calls) > 0`,
};

const listRows = sql<
  ListValues<string> & { organizationId?: string; afterValue?: number } & Pick<
      ListClientsQuery,
      "status" | "listing" | "requested" | "sort"
    >,
  ListedClientRow
>(
  "list-directory-clients",
  { ...TYPES, installs: "int4", calls: "int4", denied: "int4", position: "int4" },
  ({ q, organizationId, status, listing, requested, sort, afterValue }) => {
    const value = sort ? "coalesce(f.value, 0)" : "0";
    const conditions = allOf(
      "c.deleted_at IS NULL",
      !sort && "c.client_id > :afterId",
      afterValue !== undefined &&
        `(${value} < :afterValue::int OR (${value} = :afterValue::int AND c.client_id > :afterId))`,
      q && SEARCH,
      organizationId !== undefined && "c.organization_id = :organizationId",
      status && `c.suspended_at IS ${status === "suspended" ? "NOT " : ""}NULL`,
      listing && "c.listing = :listing::client_listing",
      requested !== undefined && `c.listing_requested_at IS ${requested ? "NOT " : ""}NULL`,
    );
    return `
  WITH listed AS (
    SELECT c.client_id, ${value} AS position FROM clients c JOIN organizations o ON o.id = c.organization_id
    ${sort ? `LEFT JOIN (${ORDERS[sort]}) f ON f.client_id = c.client_id` : ""}
    WHERE ${conditions} ORDER BY position DESC, c.client_id LIMIT :take
  )
  SELECT each.*, listed.position,
    (SELECT count(*)::int FROM grants g WHERE g.client_id = listed.client_id AND ${INSTALLED}) AS installs,
    coalesce(used.calls, 0)::int AS calls, coalesce(used.denied, 0)::int AS denied
  FROM listed CROSS JOIN LATERAL (${SELECT} WHERE c.client_id = listed.client_id) each
  CROSS JOIN LATERAL (
    SELECT sum(h.calls) AS calls, sum(h.calls) FILTER (WHERE h.denial <> '') AS denied
    FROM call_hours h WHERE h.client_id = listed.client_id AND ${WEEK}
  ) used
  ORDER BY listed.position DESC, listed.client_id`;
  },
);

/** Where a list goes on: after an id, and after what the list is ordered by. */
export type ClientPosition = { afterId: string; afterValue?: number };

/** Extensions after a position, one more than the limit if there are that many. */
export function listClientRows(
  { afterId, afterValue }: ClientPosition,
  query: ListClientsQuery,
): Promise<ListedClientRow[]> {
  const { organization_id: organizationId } = query;
  return listRows({ ...listValues(afterId, query), afterValue, organizationId });
}
