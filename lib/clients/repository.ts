import { allColumns, JOINED, type StoredColumn } from "@/lib/clients/columns";
import type { FieldColumn } from "@/lib/clients/field-values";
import type { Review } from "@/lib/clients/listing/review";
import { NoSuchClientError } from "@/lib/clients/paths";
import { slugOf } from "@/lib/clients/slug";
import type { ClientStatus } from "@/lib/clients/values";
import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { type Client as ClientColumns, Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";

export type AuthorRow = { id: string; firstName: string; lastName: string; email: string | null };

/** A request for a restricted scope; `approved` is null until an operator decides, `decidedAt` in ISO 8601. */
export type ScopeReviewRow = {
  scope: string;
  approved: boolean | null;
  reason: string | null;
  decidedAt: string | null;
};

/** A client as stored, with its organization's company and its author. */
export type ClientRow = Omit<Pick<ClientColumns, StoredColumn>, "review"> & {
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

const READ = `
  SELECT ${allColumns.select} FROM clients c ${JOINED} WHERE c.organization_id = :organizationId AND c.client_id = :clientId`;
const FIND = `${READ} AND c.deleted_at IS NULL`;

// One statement instead of one per relation, which Prisma would send in parallel although a transaction has one
// connection.
function clientStatement(name: string, text: string) {
  const read = sql<{ organizationId: string; clientId: string }, ClientRow>(
    name,
    allColumns.types,
    text,
  );
  return async (
    database: Database,
    organizationId: string,
    clientId: string,
  ): Promise<ClientRow> => {
    const [row] = await read({ organizationId, clientId }, database);
    if (!row) throw new NoSuchClientError();
    return row;
  };
}

const findAnyClient = clientStatement("find-any-client", READ);

/** A client of the organization that is not deleted. @throws ServiceError not_found */
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

type ChangeableColumn = FieldColumn<{ isAudited: true }> | "rawPermissions" | "review";

/** Changes a client, which must be locked, and increments its version. @throws Error if the version has changed */
export async function updateClientRow(
  tx: Database,
  at: { organizationId: string; clientId: string; version: number },
  { review, draftCompanies, ...change }: ClientChange,
): Promise<ClientRow> {
  if (draftCompanies) await replaceDraftCompanies(tx, at, draftCompanies);
  const { count } = await tx.client.updateMany({
    where: { ...at, deletedAt: change.deletedAt === null ? { not: null } : null },
    data: {
      ...change,
      ...(review !== undefined && { review: review ?? Prisma.DbNull }),
      version: { increment: 1 },
      modifiedAt: new Date(),
    },
  });
  if (count === 0) throw new Error(`Client ${at.clientId} changed while it was locked`);
  return findAnyClient(tx, at.organizationId, at.clientId);
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

/** Replaces the companies that may install a draft. Stores unknown ids, too, so as not to reveal which exist. */
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

type NewClient = Omit<Prisma.ClientCreateManyInput, "slug" | "recordId"> & {
  clientId: string;
};

/** Stores a client with its system user, under the first free slug of its organization. Safe against concurrent use. */
export async function insertClient(tx: Database, client: NewClient): Promise<ClientRow> {
  const { clientId, organizationId, name } = client;
  const systemUserId = newId();
  const own = { recordId: newId(), metaUserId: client.metaUserId ?? systemUserId };
  const slug = slugOf(name);
  const slugs = [slug, `${slug}-${clientId.slice(-6).toLowerCase()}`, `${slug}-${clientId}`];
  for (const slug of slugs) {
    const { count } = await tx.client.createMany({
      data: { ...client, ...own, slug },
      skipDuplicates: true,
    });
    if (count === 0) continue;
    await tx.systemUser.createMany({
      data: { id: systemUserId, clientId, username: `system-${clientId}` },
    });
    return findAnyClient(tx, organizationId, clientId);
  }
  throw new Error(`None of the slugs ${slugs.join(", ")} is free`);
}
