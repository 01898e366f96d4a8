import { type ColumnValues, clientColumns } from "@/lib/clients/columns";
import { type Proposal, REVIEWED_LISTS, REVIEWED_VALUES } from "@/lib/clients/listing/review";
import type { Database } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { allOf, containing } from "@/lib/core/db/list-sql";
import { first, sql } from "@/lib/core/db/sql";
import type { ListClientsQuery } from "@/lib/platform/clients/schemas";
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
  conformance: "text",
  checkedAt: "timestamptz",
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

const SEARCH = `(c.client_id = :q OR c.search_text LIKE lower(:pattern) OR o.name ILIKE :pattern)`;

const listRows = sql<
  ListValues<string> & { organizationId?: string } & Pick<
      ListClientsQuery,
      "status" | "listing" | "requested"
    >,
  DirectoryClientRow
>("list-directory-clients", TYPES, ({ q, organizationId, status, listing, requested }) => {
  const conditions = allOf(
    "c.client_id > :afterId AND c.deleted_at IS NULL",
    q && SEARCH,
    organizationId !== undefined && "c.organization_id = :organizationId",
    status && `c.suspended_at IS ${status === "suspended" ? "NOT " : ""}NULL`,
    listing && "c.listing = :listing::client_listing",
    requested !== undefined && `c.listing_requested_at IS ${requested ? "NOT " : ""}NULL`,
  );
  return `${SELECT} WHERE ${conditions} ORDER BY c.client_id LIMIT :take`;
});

/** Extensions after an id, one more than the limit if there are that many. */
export function listClientRows(
  afterId: string,
  { limit, q, organization_id: organizationId, status, listing, requested }: ListClientsQuery,
): Promise<DirectoryClientRow[]> {
  return listRows({
    afterId,
    take: limit + 1,
    organizationId,
    status,
    listing,
    requested,
    ...(q && { q, pattern: containing(q) }),
  });
}
