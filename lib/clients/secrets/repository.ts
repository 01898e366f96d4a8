import type { Database } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { column, first, type RowOf, sql } from "@/lib/core/db/sql";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";

const COLUMNS = {
  id: true,
  clientId: true,
  name: true,
  encrypted: true,
  encryptionKeyId: true,
  lastFour: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastTriedAt: true,
  lastUsedFrom: true,
  revokedAt: true,
  creator: { select: { id: true, firstName: true, lastName: true, email: true } },
} as const satisfies Prisma.ClientSecretSelect;

export type SecretRow = Prisma.ClientSecretGetPayload<{ select: typeof COLUMNS }>;

/** When a secret was last used or tried: its server would notice a revocation. Null if never. */
export function lastUseOf({
  lastUsedAt,
  lastTriedAt,
}: Pick<SecretRow, "lastUsedAt" | "lastTriedAt">) {
  if (lastUsedAt === null || lastTriedAt === null) return lastUsedAt ?? lastTriedAt;
  return lastUsedAt > lastTriedAt ? lastUsedAt : lastTriedAt;
}

export type SecretOwner = { organizationId: string; clientId: string };

function liveOf({ organizationId, clientId }: SecretOwner, now: Date) {
  return {
    clientId,
    client: { organizationId },
    revokedAt: null,
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  } satisfies Prisma.ClientSecretWhereInput;
}

/** The live secrets of a client, newest first. */
export function listLiveSecrets(database: Database, owner: SecretOwner): Promise<SecretRow[]> {
  return database.clientSecret.findMany({
    where: liveOf(owner, new Date()),
    select: COLUMNS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

export function findLiveSecret(database: Database, owner: SecretOwner, secretId: string) {
  return database.clientSecret.findFirst({
    where: { id: secretId, ...liveOf(owner, new Date()) },
    select: COLUMNS,
  });
}

/** Locks a client's secrets. Take this lock before the client's, as a token request does when it records a use. */
export const lockSecrets = sql<SecretOwner>(
  "lock-client-secrets",
  {},
  `
  SELECT s.id FROM client_secrets s JOIN clients c USING (client_id)
  WHERE c.organization_id = :organizationId AND s.client_id = :clientId
  ORDER BY s.id FOR NO KEY UPDATE OF s`,
);

/** Stores a secret of the organization's client. @param holders who has seen it, `user:<id>` or `client:<id>` each */
export async function insertSecret(
  tx: Database,
  secret: Prisma.ClientSecretCreateManyInput,
  holders: readonly string[],
): Promise<void> {
  // A nested create would also read both back.
  await tx.clientSecret.createMany({ data: secret });
  const data = holders.map((actor) => ({ secretId: secret.id, actor }));
  await tx.clientSecretHolder.createMany({ data });
}

/** Makes every live secret of a client expire at `end`, unless it expires earlier. */
export async function endLiveSecrets(tx: Database, owner: SecretOwner, end: Date): Promise<void> {
  await tx.clientSecret.updateMany({
    where: liveOf(owner, end),
    data: { expiresAt: end },
  });
}

/** Revokes a live secret of a client; null if there is no such live secret. */
export async function revokeSecretRow(
  tx: Database,
  owner: SecretOwner,
  secretId: string,
): Promise<SecretRow | null> {
  const now = new Date();
  return first(
    await tx.clientSecret.updateManyAndReturn({
      where: { id: secretId, ...liveOf(owner, now) },
      data: { revokedAt: now },
      select: COLUMNS,
    }),
  );
}

export function countLiveSecrets(tx: Database, owner: SecretOwner): Promise<number> {
  return tx.clientSecret.count({ where: liveOf(owner, new Date()) });
}

const TYPES = {
  id: "text",
  name: "text",
  lastFour: "text",
  clientId: "text",
  clientName: "text",
  clientScopes: "text[]",
  /** `user:<id>` or `client:<id>`. */
  actor: "text",
  /** Null if the person or client no longer exists. */
  actorName: "text?",
  /** Null for a client, and for a person who is not a member. */
  role: column<OrganizationRole | null>("text?"),
  /** Null for a person, and for a client that no longer exists or has no access here. */
  actorScopes: "text[]?",
} as const;

/** A secret someone has seen in clear text, with that person's or client's current access to the organization. */
export type HeldSecretRow = RowOf<typeof TYPES>;

// A client of another organization has the scopes granted to it here. Deleted clients are included, because they can be
// restored.
const HELD = `
  SELECT s.id, s.name, s.last_four AS "lastFour", c.client_id AS "clientId", c.name AS "clientName",
    c.scopes AS "clientScopes", h.actor, m.role::text AS role,
    coalesce(k.name, nullif(btrim(u.first_name || ' ' || u.last_name), '')) AS "actorName",
    CASE WHEN k.organization_id = c.organization_id THEN k.scopes ELSE
      (SELECT g.scopes FROM grants g WHERE g.client_id = k.client_id
        AND g.organization_id = c.organization_id AND g.revoked_at IS NULL) END AS "actorScopes"
  FROM clients c
  JOIN client_secrets s ON s.client_id = c.client_id AND s.revoked_at IS NULL
    AND (s.expires_at IS NULL OR s.expires_at > now())
  CROSS JOIN LATERAL (
    SELECT held.actor FROM client_secret_holders held WHERE held.secret_id = s.id
    UNION SELECT 'user:' || s.created_by WHERE s.created_by IS NOT NULL) h
  LEFT JOIN users u ON h.actor = 'user:' || u.id AND u.id = split_part(h.actor, ':', 2)
  LEFT JOIN organization_members m ON m.organization_id = c.organization_id AND m.user_id = u.id
  LEFT JOIN clients k ON h.actor = 'client:' || k.client_id
    AND k.client_id = split_part(h.actor, ':', 2) AND k.deleted_at IS NULL
  WHERE c.organization_id = :organizationId`;
const ORDER = "ORDER BY c.client_id, s.created_at, s.id, h.actor";

/** Everyone who has seen a live secret of a client. */
export const listHoldersOf = sql<{ organizationId: string; clientId: string }, HeldSecretRow>(
  "list-secret-holders",
  TYPES,
  `${HELD} AND c.client_id = :clientId ${ORDER}`,
);

/** The live secrets of an organization's clients that this actor has seen. */
export const listHeldBy = sql<{ organizationId: string; actor: string }, HeldSecretRow>(
  "list-held-secrets",
  TYPES,
  `${HELD} AND h.actor = :actor ${ORDER}`,
);

/** The other organizations in which a client has seen a live secret, in id order. */
export async function listHolderOrganizations(
  tx: Database,
  organizationId: string,
  clientId: string,
): Promise<string[]> {
  const rows = await tx.clientSecret.findMany({
    where: {
      holders: { some: { actor: `client:${clientId}` } },
      revokedAt: null,
      clientId: { not: clientId },
    },
    select: { client: { select: { organizationId: true } } },
  });
  const owned = await tx.client.count({ where: { clientId, organizationId } });
  return owned ? [...new Set(rows.map(({ client }) => client.organizationId))].sort() : [];
}

/** Records who has seen secrets in clear text. */
export async function insertHolders(
  tx: Database,
  secretIds: readonly string[],
  actors: readonly string[],
): Promise<void> {
  await tx.clientSecretHolder.createMany({
    data: secretIds.flatMap((secretId) => actors.map((actor) => ({ secretId, actor }))),
    skipDuplicates: true,
  });
}

export async function revokeSecretRows(
  tx: Database,
  organizationId: string,
  secretIds: readonly string[],
): Promise<void> {
  await tx.clientSecret.updateMany({
    where: { id: { in: [...secretIds] }, client: { organizationId }, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/** Increments the version of clients whose secrets have changed. */
export async function countVersionsUp(
  tx: Database,
  organizationId: string,
  clientIds: readonly string[],
): Promise<void> {
  await tx.client.updateMany({
    where: { organizationId, clientId: { in: [...clientIds] } },
    data: { version: { increment: 1 }, modifiedAt: new Date() },
  });
}
