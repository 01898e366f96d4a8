import { allFields } from "@/lib/clients/field-columns";
import type { ClientStatus, FieldColumn } from "@/lib/clients/field-values";
import type { Review } from "@/lib/clients/listing/review";
import type { Database } from "@/lib/core/db/client";
import type { Columns } from "@/lib/core/db/declared-sql";
import { type Client as ClientColumns, Prisma } from "@/lib/core/db/generated/client";
import { first, sql } from "@/lib/core/db/sql";

/** A person as an author. */
export type AuthorRow = { id: string; firstName: string; lastName: string; email: string | null };

/** A request for a restricted scope; `approved` is null until an operator decides, `decidedAt` in ISO 8601. */
export type ScopeReviewRow = {
  scope: string;
  approved: boolean | null;
  reason: string | null;
  decidedAt: string | null;
};

/** A client as stored, with its organization's company and its author. */
export type ClientRow = Omit<
  ClientColumns,
  "authorId" | "authorClientId" | "isUsed" | "tokenEpoch" | "review"
> & {
  review: Review | null;
  /** The restricted scopes that it asked for, in order, with the operator's decisions. */
  scopeReviews: ScopeReviewRow[];
  companyId: number;
  /** Companies that may install it while it is a draft, in order. */
  draftCompanies: number[];
  /** Null for a client not registered by a person. */
  author: AuthorRow | null;
  /** The client whose token registered this one, if any. */
  authorClient: { clientId: string; name: string } | null;
  /** Last four characters of each live secret, newest first. */
  lastFours: string[];
  /** When one of its secrets, live or not, was last accepted; null if never. */
  lastUsedAt: Date | null;
  status: ClientStatus;
};

/**
 * The status of a client `c`, the only place that decides it: a suspension outweighs its publisher's own switch, and
 * that outweighs its listing.
 */
export const CLIENT_STATUS = `CASE WHEN c.suspended_at IS NOT NULL THEN 'suspended' WHEN NOT c.is_active THEN 'inactive'
    WHEN c.listing = 'draft' THEN 'draft' ELSE 'active' END`;

/**
 * Columns of a client for a statement over {@link JOINED}, aliased as {@link ClientRow} names them. The company's id is
 * float8, which is exact up to 2^53.
 */
export const COLUMNS = `
  c.client_id AS "clientId", c.record_id AS "recordId", c.organization_id AS "organizationId",
  ${allFields.select}, c.slug, c.meta_user_id AS "metaUserId", c.raw_permissions AS "rawPermissions",
  c.is_active AS "isActive", c.suspended_at AS "suspendedAt", c.suspension_reason AS "suspensionReason",
  c.listing_requested_at AS "listingRequestedAt",
  c.review, to_json(ARRAY(SELECT json_build_object('scope', s.scope, 'approved', s.approved, 'reason', s.reason,
    'decidedAt', s.decided_at) FROM scope_approvals s WHERE s.client_id = c.client_id ORDER BY s.scope)) AS "scopeReviews",
  c.logo_id AS "logoId", c.version,
  c.created_at AS "createdAt", c.modified_at AS "modifiedAt", c.deleted_at AS "deletedAt",
  o.company_id::float8 AS "companyId",
  to_json(ARRAY(SELECT d.company_id FROM client_draft_companies d
    WHERE d.client_id = c.client_id ORDER BY d.company_id)) AS "draftCompanies",
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'firstName', u.first_name,
    'lastName', u.last_name, 'email', u.email) END AS author,
  CASE WHEN a.client_id IS NOT NULL THEN
    json_build_object('clientId', a.client_id, 'name', a.name) END AS "authorClient",
  secrets.last_fours AS "lastFours", secrets.last_used_at AS "lastUsedAt",
  ${CLIENT_STATUS} AS status`;

/** The PostgreSQL types of {@link COLUMNS}. */
export const COLUMN_TYPES = {
  clientId: "text",
  recordId: "text",
  organizationId: "text",
  ...allFields.types,
  slug: "text",
  metaUserId: "text",
  rawPermissions: "text[]",
  isActive: "bool",
  suspendedAt: "timestamptz",
  suspensionReason: "text",
  listingRequestedAt: "timestamptz",
  review: "jsonb",
  scopeReviews: "json",
  logoId: "text",
  version: "int4",
  createdAt: "timestamptz",
  modifiedAt: "timestamptz",
  deletedAt: "timestamptz",
  companyId: "float8",
  draftCompanies: "json",
  author: "json",
  authorClient: "json",
  lastFours: "text[]",
  lastUsedAt: "timestamptz",
  status: "text",
} satisfies Columns<ClientRow>;

/** The joins that every response about a client `c` needs. */
export const JOINED = `
  JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users u ON u.id = c.author_id
  LEFT JOIN clients a ON a.client_id = c.author_client_id
  CROSS JOIN LATERAL (
    SELECT max(s.last_used_at) AS last_used_at,
      coalesce(array_agg(s.last_four ORDER BY s.created_at DESC, s.id DESC) FILTER (
        WHERE s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())), '{}') AS last_fours
    FROM client_secrets s WHERE s.client_id = c.client_id
  ) AS secrets`;

const READ = `
  SELECT ${COLUMNS} FROM clients c ${JOINED} WHERE c.organization_id = :organizationId AND c.client_id = :clientId`;
const FIND = `${READ} AND c.deleted_at IS NULL`;

// One statement instead of one per relation, which Prisma would send in parallel although a transaction has one
// connection.
function clientStatement(name: string, text: string) {
  const read = sql<{ organizationId: string; clientId: string }, ClientRow>(
    name,
    COLUMN_TYPES,
    text,
  );
  return async (
    database: Database,
    organizationId: string,
    clientId: string,
  ): Promise<ClientRow | null> => {
    return first(await read({ organizationId, clientId }, database));
  };
}

const findAnyClient = clientStatement("find-any-client", READ);

/** A client of the organization that is not deleted, or null. */
export const findClient = clientStatement("find-client", FIND);

// Not FOR UPDATE: issuing a token references the client's row and would wait for the change to end.
/** Like {@link findClient}, and locks the client and its secrets against changes until the transaction ends. */
export const lockClient = clientStatement("lock-client", `${FIND} FOR NO KEY UPDATE OF c`);

/** Like {@link lockClient}, for a client that may be deleted. */
export const lockAnyClient = clientStatement("lock-any-client", `${READ} FOR NO KEY UPDATE OF c`);

/** When a client of the organization was deleted, if at `since` or later; otherwise null. */
export async function findDeletion(
  database: Database,
  at: { organizationId: string; clientId: string; since: Date },
): Promise<Date | null> {
  const { organizationId, clientId, since } = at;
  const row = await database.client.findFirst({
    where: { organizationId, clientId, deletedAt: { gte: since } },
    select: { deletedAt: true },
  });
  return row?.deletedAt ?? null;
}

/** Columns that a change can set; one that is missing or `undefined` stays unchanged. */
export type ClientChange = {
  [Name in ChangeableColumn]?: ClientRow[Name] | undefined;
};

type ChangeableColumn =
  | FieldColumn
  | "rawPermissions"
  | "isActive"
  | "listingRequestedAt"
  | "review"
  | "logoId"
  | "draftCompanies"
  | "deletedAt";

/**
 * Changes a client if it is still at this version, and increments the version.
 * @returns the changed row, or null if the version has changed
 */
export async function updateClientRow(
  tx: Database,
  at: { organizationId: string; clientId: string; version: number },
  { review, draftCompanies, ...change }: ClientChange,
): Promise<ClientRow | null> {
  if (draftCompanies) await replaceDraftCompanies(tx, at, draftCompanies);
  const { count } = await tx.client.updateMany({
    where: { ...at, deletedAt: null },
    data: {
      ...change,
      ...(review !== undefined && { review: review ?? Prisma.DbNull }),
      version: { increment: 1 },
      modifiedAt: new Date(),
    },
  });
  return count === 0 ? null : findAnyClient(tx, at.organizationId, at.clientId);
}

const insertDraftCompanies = sql<{ organizationId: string; clientId: string; companyIds: string }>(
  "insert-draft-companies",
  {},
  `
  INSERT INTO client_draft_companies (client_id, company_id)
  SELECT c.client_id, named.id::bigint
  FROM clients c, jsonb_array_elements_text(:companyIds::jsonb) AS named (id)
  WHERE c.organization_id = :organizationId AND c.client_id = :clientId`,
);

/**
 * Replaces the companies that may install a client of the organization while it is a draft. Ids of companies that do not
 * exist are stored, too, so that the response does not reveal which ones do.
 */
export async function replaceDraftCompanies(
  tx: Database,
  { organizationId, clientId }: { organizationId: string; clientId: string },
  companyIds: readonly number[],
): Promise<void> {
  await tx.clientDraftCompany.deleteMany({ where: { clientId, client: { organizationId } } });
  await insertDraftCompanies(
    { organizationId, clientId, companyIds: JSON.stringify(companyIds) },
    tx,
  );
}

const lockLookAlikes = sql<{ name: string }>(
  "lock-look-alikes",
  {},
  `
  SELECT pg_advisory_xact_lock(hashtextextended('listed-name:' || name_skeleton(:name), 0))::text`,
);

const findOther = sql<{ clientId: string; name: string }, { name: string }>(
  "find-look-alike",
  { name: "text" },
  `
  SELECT name FROM clients
  WHERE listing = 'listed' AND deleted_at IS NULL AND name_skeleton(name) = name_skeleton(:name)
    AND client_id <> :clientId
  LIMIT 1`,
);

/**
 * The name of another listed client that looks the same, or null. Until the transaction ends, only this one asks about
 * names that look like this.
 */
export async function findLookAlike(
  tx: Database,
  clientId: string,
  name: string,
): Promise<string | null> {
  await lockLookAlikes({ name }, tx);
  const [other] = await findOther({ clientId, name }, tx);
  return other?.name ?? null;
}

/**
 * Undoes the deletion of a client if it is still at this version; it becomes inactive.
 * @returns the restored row, or null if the version has changed
 */
export async function restoreClientRow(
  tx: Database,
  at: { organizationId: string; clientId: string; version: number },
): Promise<ClientRow | null> {
  const { count } = await tx.client.updateMany({
    where: { ...at, deletedAt: { not: null } },
    data: {
      deletedAt: null,
      isActive: false,
      version: { increment: 1 },
      modifiedAt: new Date(),
    },
  });
  return count === 0 ? null : findAnyClient(tx, at.organizationId, at.clientId);
}

/** A client to create, with its system user. */
export type NewClient = Omit<Prisma.ClientCreateManyInput, "slug"> & {
  clientId: string;
  systemUserId: string;
};

/**
 * Stores a client with its system user, under the first slug that is free in its organization. Safe against concurrent
 * use of the same slug.
 */
export async function insertClient(
  tx: Database,
  { systemUserId, ...client }: NewClient,
  slugs: readonly string[],
): Promise<ClientRow> {
  for (const slug of slugs) {
    const { count } = await tx.client.createMany({
      data: { ...client, slug },
      skipDuplicates: true,
    });
    if (count === 0) continue;
    const { clientId, organizationId } = client;
    await tx.systemUser.createMany({
      data: { id: systemUserId, clientId, username: `system-${clientId}` },
    });
    const row = await findAnyClient(tx, organizationId, clientId);
    if (row) return row;
  }
  throw new Error(`None of the slugs ${slugs.join(", ")} is free`);
}
