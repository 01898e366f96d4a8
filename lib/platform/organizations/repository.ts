import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { allOf, containing } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";
import type { ListOrganizationsQuery } from "@/lib/platform/organizations/schemas";
import type { ListValues } from "@/lib/platform/resource-types";

const SELECTED = {
  id: true,
  name: true,
  companyId: true,
  verified: true,
  status: true,
  verificationNote: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** An organization. Its `verificationNote` says what was checked; null without a verification. */
export type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof SELECTED }>;

export function findOrganization(id: string, database: Database = db()) {
  return database.organization.findUnique({ where: { id }, select: SELECTED });
}

const lockName = sql<{ name: string }>(
  "lock-organization-name",
  {},
  "SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))::text",
);

/** Makes other requests that create this organization wait until the transaction ends. */
export async function waitForCreation(tx: Database, id: string): Promise<void> {
  await lockName({ name: `organization:${id}` }, tx);
}

export function insertOrganization(
  tx: Database,
  organization: Omit<OrganizationRow, "createdAt" | "updatedAt">,
): Promise<OrganizationRow> {
  return tx.organization.create({ data: organization, select: SELECTED });
}

/** Changes an organization and returns when it did. */
export async function updateOrganization(
  tx: Database,
  id: string,
  change: Partial<OrganizationRow>,
): Promise<Date> {
  const select = { updatedAt: true };
  return (await tx.organization.update({ where: { id }, data: change, select })).updatedAt;
}

/** The id of the organization that has this company as its own, or null. */
export async function findOwnerOf(tx: Database, companyId: number): Promise<string | null> {
  const owner = await tx.organization.findUnique({ where: { companyId }, select: { id: true } });
  return owner?.id ?? null;
}

export async function hasMembers(tx: Database, companyId: number): Promise<boolean> {
  const member = await tx.companyMember.findFirst({
    where: { companyId },
    select: { userId: true },
  });
  return member !== null;
}

const listRows = sql<
  ListValues<string> & Pick<ListOrganizationsQuery, "status"> & { verified?: boolean },
  OrganizationRow
>(
  "list-directory-organizations",
  {
    id: "text",
    name: "text",
    companyId: "float8",
    verified: "bool",
    status: "text",
    verificationNote: "text?",
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
  },
  ({ since, status, verified, pattern }) => {
    const conditions = allOf(
      "o.id > :afterId",
      since && "o.updated_at >= :since::timestamptz",
      status && "o.status = :status::organization_status",
      verified !== undefined && (verified ? "o.verified" : "NOT o.verified"),
      pattern && "(o.id ILIKE :pattern OR o.name ILIKE :pattern)",
    );
    return `SELECT o.id, o.name, o.company_id::float8 AS "companyId", o.verified, o.status, o.verification_note AS "verificationNote",
      o.created_at AS "createdAt", o.updated_at AS "updatedAt"
    FROM organizations o WHERE ${conditions} ORDER BY o.id LIMIT :take`;
  },
);

/** Organizations after an id, one more than the limit if there are that many. */
export function listOrganizationRows(
  afterId: string,
  { limit, q, status, publisher_verified: verified, changed_since: since }: ListOrganizationsQuery,
): Promise<OrganizationRow[]> {
  return listRows({
    afterId,
    take: limit + 1,
    since,
    status,
    verified,
    ...(q && { pattern: containing(q) }),
  });
}
