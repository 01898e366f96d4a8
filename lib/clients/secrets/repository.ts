import type { Database } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { first, sql } from "@/lib/core/db/sql";

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

/** A secret as stored. */
export type SecretRow = Prisma.ClientSecretGetPayload<{ select: typeof COLUMNS }>;

/** When a secret was last used or tried: its server would notice a revocation. Null if never. */
export function lastUseOf({
  lastUsedAt,
  lastTriedAt,
}: Pick<SecretRow, "lastUsedAt" | "lastTriedAt">) {
  if (lastUsedAt === null || lastTriedAt === null) return lastUsedAt ?? lastTriedAt;
  return lastUsedAt > lastTriedAt ? lastUsedAt : lastTriedAt;
}

/** The client that owns the secrets. */
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

/** A live secret of a client, or null. */
export function findLiveSecret(
  database: Database,
  owner: SecretOwner,
  secretId: string,
): Promise<SecretRow | null> {
  return database.clientSecret.findFirst({
    where: { id: secretId, ...liveOf(owner, new Date()) },
    select: COLUMNS,
  });
}

const lockRows = sql<SecretOwner>(
  "lock-client-secrets",
  {},
  `
  SELECT s.id FROM client_secrets s JOIN clients c USING (client_id)
  WHERE c.organization_id = :organizationId AND s.client_id = :clientId
  ORDER BY s.id FOR NO KEY UPDATE OF s`,
);

/**
 * Locks the client's secrets against changes, including recording a use, until the transaction ends. Taken before the
 * lock of the client, as a token request does when it records the use of a secret.
 */
export async function lockSecrets(
  tx: Database,
  { organizationId, clientId }: SecretOwner,
): Promise<void> {
  await lockRows({ organizationId, clientId }, tx);
}

/**
 * Stores a secret and who has seen it at creation. The caller has checked that the client belongs to the organization.
 * @param holders `user:<id>` or `client:<id>` each
 */
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
    where: {
      clientId: owner.clientId,
      client: { organizationId: owner.organizationId },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: end } }],
    },
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

/** The number of live secrets of a client. */
export function countLiveSecrets(tx: Database, owner: SecretOwner): Promise<number> {
  return tx.clientSecret.count({ where: liveOf(owner, new Date()) });
}
