import type { ListClientsQuery } from "@/lib/clients/query-schemas";
import type { Database } from "@/lib/db/client";
import type { Client as ClientColumns, Prisma } from "@/lib/db/generated/client";
import { hotQuery } from "@/lib/db/pool";

/** A person as author of something. */
export type AuthorRow = { id: string; firstName: string; lastName: string; email: string };

/** A client as the database holds it, with its organization's company and its author. */
export type ClientRow = Omit<ClientColumns, "authorId" | "authorClientId"> & {
  companyId: number;
  /** Null for a client that no person registered. */
  author: AuthorRow | null;
  /** The client whose token registered it, if one did. */
  authorClient: { clientId: string; name: string } | null;
  /** Last four characters of each live secret, newest first. */
  lastFours: string[];
  /** When one of its secrets, live or not, was last accepted; null if never. */
  lastUsedAt: Date | null;
};

const COLUMNS = `
  c.client_id AS "clientId", c.record_id AS "recordId", c.organization_id AS "organizationId",
  c.slug, c.name, c.description, c.tags, c.meta_user_id AS "metaUserId",
  c.client_type AS "clientType", c.base_url AS "baseUrl", c.redirect_urls AS "redirectUrls",
  c.scope_type AS "scopeType", c.scopes, c.grant_types AS "grantTypes",
  c.raw_permissions AS "rawPermissions", c.access_token_lifetime AS "accessTokenLifetime",
  c.refresh_token_lifetime AS "refreshTokenLifetime", c.refresh_rotation AS "refreshRotation",
  c.require_pkce AS "requirePkce", c.is_active AS "isActive", c.version,
  c.created_at AS "createdAt", c.modified_at AS "modifiedAt", c.deleted_at AS "deletedAt",
  o.company_id AS "companyId",
  CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'firstName', u.first_name,
    'lastName', u.last_name, 'email', u.email) END AS author,
  CASE WHEN a.client_id IS NOT NULL THEN
    json_build_object('clientId', a.client_id, 'name', a.name) END AS "authorClient",
  ARRAY(SELECT s.last_four FROM client_secrets s
    WHERE s.client_id = c.client_id AND s.revoked_at IS NULL
      AND (s.expires_at IS NULL OR s.expires_at > now())
    ORDER BY s.created_at DESC, s.id DESC) AS "lastFours",
  (SELECT max(s.last_used_at) FROM client_secrets s
    WHERE s.client_id = c.client_id) AS "lastUsedAt"`;

const JOINED = `
  JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users u ON u.id = c.author_id
  LEFT JOIN clients a ON a.client_id = c.author_client_id`;

const READ = `
  SELECT ${COLUMNS} FROM clients c ${JOINED} WHERE c.organization_id = $1 AND c.client_id = $2`;
const FIND = `${READ} AND c.deleted_at IS NULL`;
const LOCK = `${FIND} FOR UPDATE OF c`;

// One statement instead of one for each relation, which Prisma would send side by side even where
// a transaction has one connection. The text is fixed, values go as parameters.
async function readOne(
  database: Database,
  statement: string,
  organizationId: string,
  clientId: string,
): Promise<ClientRow | null> {
  const [row] = await database.$queryRawUnsafe<ClientRow[]>(statement, organizationId, clientId);
  return row ?? null;
}

/** A client of the organization that is not deleted, or null. */
export function findClient(
  database: Database,
  organizationId: string,
  clientId: string,
): Promise<ClientRow | null> {
  return readOne(database, FIND, organizationId, clientId);
}

/**
 * Like {@link findClient}, and keeps everybody else from changing the client or its secrets until
 * the transaction ends.
 */
export function lockClient(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<ClientRow | null> {
  return readOne(tx, LOCK, organizationId, clientId);
}

/** Columns that a change may set. */
export type ClientChange = Pick<
  Prisma.ClientUncheckedUpdateManyInput,
  | "name"
  | "description"
  | "tags"
  | "baseUrl"
  | "redirectUrls"
  | "scopeType"
  | "scopes"
  | "grantTypes"
  | "rawPermissions"
  | "accessTokenLifetime"
  | "refreshTokenLifetime"
  | "refreshRotation"
  | "requirePkce"
  | "isActive"
  | "deletedAt"
>;

/**
 * Changes a client that is still at this version, and counts the version up.
 * @returns the changed row, or null when the version has moved on
 */
export async function updateClientRow(
  tx: Database,
  at: { organizationId: string; clientId: string; version: number },
  change: ClientChange,
): Promise<ClientRow | null> {
  const { count } = await tx.client.updateMany({
    where: { ...at, deletedAt: null },
    data: { ...change, version: { increment: 1 }, modifiedAt: new Date() },
  });
  return count === 0 ? null : readOne(tx, READ, at.organizationId, at.clientId);
}

/** A client to be, with its system user. */
export type NewClient = Omit<Prisma.ClientCreateManyInput, "slug"> & {
  clientId: string;
  systemUserId: string;
};

/**
 * Stores a client under the first of the slugs that its organization has not used, together with
 * its system user. Safe against a client of the same slug being stored at the same time.
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
    await tx.systemUser.create({
      data: { id: systemUserId, clientId, username: `system-${clientId}` },
      select: { id: true },
    });
    const row = await readOne(tx, READ, organizationId, clientId);
    if (row) return row;
  }
  throw new Error(`None of the slugs ${slugs.join(", ")} is free`);
}

const FILTER = `
  c.organization_id = $1 AND c.deleted_at IS NULL
  AND ($2::boolean IS NULL OR c.is_active = $2)
  AND ($3::text IS NULL OR $3 = ANY (c.tags))
  AND ($4::client_type IS NULL OR c.client_type = $4)
  AND ($5::text IS NULL OR c.client_id = lower($6)
    OR concat_ws(E'\\n', c.name, c.slug, array_to_string(c.tags, E'\\n')) ILIKE $5)`;

const ORDERS: Record<ListClientsQuery["sort"], string> = {
  created_at: "c.created_at ASC, c.client_id ASC",
  "-created_at": "c.created_at DESC, c.client_id DESC",
  name: "lower(c.name) ASC, c.client_id ASC",
  "-name": "lower(c.name) DESC, c.client_id DESC",
};

// The count and the page in one round trip: a page past the end still says how many there are.
const listStatement = (order: string) => `
  WITH page AS (
    SELECT c.client_id FROM clients c WHERE ${FILTER} ORDER BY ${order} LIMIT $7 OFFSET $8
  )
  SELECT counted.total, listed.*
  FROM (SELECT count(*)::int AS total FROM clients c WHERE ${FILTER}) counted
  LEFT JOIN (
    SELECT row_number() OVER (ORDER BY ${order}) AS position, ${COLUMNS}
    FROM page JOIN clients c USING (client_id) ${JOINED}
  ) listed ON true
  ORDER BY listed.position`;

/** A page of an organization's clients that are not deleted, and how many match on all pages. */
export async function listClientRows(
  organizationId: string,
  query: ListClientsQuery,
): Promise<{ total: number; clients: ClientRow[] }> {
  const rows = await hotQuery<{ total: number } & (ClientRow | { clientId: null })>(
    `list-clients-${query.sort}`,
    listStatement(ORDERS[query.sort]),
    [
      organizationId,
      query.is_active ?? null,
      query.tag ?? null,
      query.client_type ?? null,
      query.q ? `%${query.q.replace(/[\\%_]/g, "\\$&")}%` : null,
      query.q ?? null,
      query.page_size,
      (query.page_no - 1) * query.page_size,
    ],
  );
  const clients = rows.filter((row) => row.clientId !== null);
  return { total: rows[0]?.total ?? 0, clients };
}
