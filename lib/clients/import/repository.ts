import { CLIENT_FIELDS, type FieldColumn, pathsWith } from "@/lib/clients/field-values";
import { type ClientChange, type ClientRow, insertClient } from "@/lib/clients/repository";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import type { ClientSecret, Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";

type ImportedColumn = FieldColumn<{ isImported: true }>;

// `fromEntries` loses the names, which are those of the table.
const FIELDS = Object.fromEntries(
  pathsWith({ isImported: true }).map((path) => [CLIENT_FIELDS[path].column, true]),
) as Record<ImportedColumn, true>;

const COLUMNS = { organizationId: true, deletedAt: true, version: true, ...FIELDS } as const;

/** A stored client, as far as an import changes it. */
export type ImportedClient = Prisma.ClientGetPayload<{ select: typeof COLUMNS }>;

/** The fields of a record; those that are absent stay unchanged. */
export type ImportedFields = Partial<Pick<ImportedClient, ImportedColumn>>;

/** A secret to store: with a SHA-256 hash or one of another kind. `encrypted` is null if only its hash is known. */
export type StoredSecret = Pick<
  ClientSecret,
  "id" | "name" | "secretHash" | "foreignHash" | "encrypted" | "encryptionKeyId" | "lastFour"
>;

const lockNames = sql<{ names: readonly string[] }>(
  "lock-imported-client",
  {},
  `
  SELECT pg_advisory_xact_lock(hashtextextended(name, 0))::text
  FROM unnest(:names::text[]) WITH ORDINALITY AS each (name, place) ORDER BY place`,
);

/** The client with this id in any state, or null. No one else imports it or its secrets until the transaction ends. */
export async function lockImported(
  tx: Database,
  clientId: string,
  stored: readonly StoredSecret[],
): Promise<ImportedClient | null> {
  const secrets = stored.map(
    ({ secretHash, foreignHash }) =>
      `secret:${secretHash ? Buffer.from(secretHash).toString("hex") : foreignHash}`,
  );
  const names = [`client:${clientId}`, ...secrets.sort()];
  await lockNames({ names }, tx);
  return findImported(tx, clientId);
}

export function findImported(tx: Database, clientId: string): Promise<ImportedClient | null> {
  return tx.client.findUnique({ where: { clientId }, select: COLUMNS });
}

/** How many of these secrets belong to other clients. */
export function findOtherOwners(
  tx: Database,
  clientId: string,
  secrets: readonly StoredSecret[],
): Promise<number> {
  const hashes = secrets.flatMap(({ secretHash }) => secretHash ?? []);
  const foreignHashes = secrets.flatMap(({ foreignHash }) => foreignHash ?? []);
  return tx.clientSecret.count({
    where: {
      OR: [{ secretHash: { in: hashes } }, { foreignHash: { in: foreignHashes } }],
      clientId: { not: clientId },
    },
  });
}

/** Stores a new client that every seller sees. @throws ServiceError not_found for an unknown organization */
export async function insertImported(
  tx: Database,
  client: ImportedFields & {
    clientId: string;
    organizationId: string;
    name: string;
    grantTypes: string[];
  },
): Promise<ClientRow> {
  const { organizationId } = client;
  const organization = await tx.organization.findUnique({
    where: { id: organizationId },
    select: { id: true },
  });
  if (!organization) {
    throw new ServiceError(
      "not_found",
      `There is no organization ${organizationId}. Import it first.`,
    );
  }
  return insertClient(tx, {
    ...client,
    rawPermissions: client.scopes ?? [],
    listing: "listed",
  });
}

/** The fields of a record that differ from what is stored, or null if none do. */
export function changesOf(
  stored: Pick<ImportedClient, keyof ImportedFields>,
  fields: ImportedFields,
): ClientChange | null {
  const change = changesIn(stored, fields);
  return change && { ...change, ...(fields.scopes && { rawPermissions: fields.scopes }) };
}

const dropNames = sql<{ clientId: string; names: readonly string[] }>(
  "drop-proposed-columns",
  {},
  `
  UPDATE clients c SET
    review = CASE WHEN still.waiting <> '{}' THEN jsonb_set(c.review, '{proposed}', still.waiting) END,
    listing_requested_at = CASE WHEN still.waiting <> '{}' THEN c.listing_requested_at END
  FROM (
    SELECT client_id, (review->'proposed') - :names::text[] AS waiting FROM clients
    WHERE client_id = :clientId AND review->>'state' = 'pending'
  ) AS still
  WHERE c.client_id = still.client_id`,
);

/** The platform decides at once: what its publisher proposed for these columns no longer waits. */
export async function dropProposed(tx: Database, clientId: string, columns: readonly string[]) {
  const names = columns.includes("scopes") ? [...columns, "rawPermissions"] : columns;
  await dropNames({ clientId, names }, tx);
}

/** Adds the secrets that the client does not have yet. @returns their ids */
export async function insertSecrets(
  tx: Database,
  clientId: string,
  secrets: readonly StoredSecret[],
): Promise<string[]> {
  if (secrets.length === 0) return [];
  const rows = await tx.clientSecret.createManyAndReturn({
    data: secrets.map((secret) => ({ ...secret, clientId })),
    skipDuplicates: true,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
