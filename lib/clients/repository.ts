import type { Database } from "@/lib/kernel/db/client";
import type { Client as ClientColumns, Prisma } from "@/lib/kernel/db/generated/client";
import type { Columns } from "@/lib/kernel/db/statement";

/** A person as author of something. */
export type AuthorRow = { id: string; firstName: string; lastName: string; email: string };

/** A client as the database holds it, with its organization's company and its author. */
export type ClientRow = Omit<
  ClientColumns,
  "authorId" | "authorClientId" | "isUsed" | "tokenEpoch"
> & {
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

/** Columns of a client for a statement over {@link JOINED}, aliased as {@link ClientRow} names them. */
export const COLUMNS = `
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

/** The PostgreSQL types of {@link COLUMNS}. */
export const COLUMN_TYPES = {
  clientId: "text",
  recordId: "text",
  organizationId: "text",
  slug: "text",
  name: "text",
  description: "text",
  tags: "text[]",
  metaUserId: "text",
  clientType: "text",
  baseUrl: "text",
  redirectUrls: "text[]",
  scopeType: "text",
  scopes: "text[]",
  grantTypes: "text[]",
  rawPermissions: "text[]",
  accessTokenLifetime: "int4",
  refreshTokenLifetime: "int4",
  refreshRotation: "text",
  requirePkce: "bool",
  isActive: "bool",
  version: "int4",
  createdAt: "timestamptz",
  modifiedAt: "timestamptz",
  deletedAt: "timestamptz",
  companyId: "int4",
  author: "json",
  authorClient: "json",
  lastFours: "text[]",
  lastUsedAt: "timestamptz",
} satisfies Columns<ClientRow>;

/** What belongs to a client `c` in every answer. */
export const JOINED = `
  JOIN organizations o ON o.id = c.organization_id
  LEFT JOIN users u ON u.id = c.author_id
  LEFT JOIN clients a ON a.client_id = c.author_client_id`;

const READ = `
  SELECT ${COLUMNS} FROM clients c ${JOINED} WHERE c.organization_id = $1 AND c.client_id = $2`;
const FIND = `${READ} AND c.deleted_at IS NULL`;
// Not FOR UPDATE: a token refers to its client, and would wait for the end of the change.
const LOCK = `${FIND} FOR NO KEY UPDATE OF c`;
const LOCK_ANY = `${READ} FOR NO KEY UPDATE OF c`;

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

/** When a client of the organization was deleted, if that was at `since` or later; else null. */
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

/** Like {@link lockClient}, for a client that may be deleted. */
export function lockAnyClient(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<ClientRow | null> {
  return readOne(tx, LOCK_ANY, organizationId, clientId);
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

/**
 * Takes back the deletion of a client that is still at this version; it is inactive then.
 * @returns the restored row, or null when the version has moved on
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
