import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { allOf } from "@/lib/core/db/list-sql";
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

/** Makes other requests that create this organization wait until the transaction ends. */
export const waitForCreation = sql<{ id: string }>(
  "lock-organization-name",
  {},
  "SELECT pg_advisory_xact_lock(hashtextextended('organization:' || :id::text, 0))::text",
);

export function insertOrganization(
  tx: Database,
  organization: Omit<OrganizationRow, "createdAt" | "updatedAt">,
): Promise<OrganizationRow> {
  return tx.organization.create({ data: organization, select: SELECTED });
}

/** Organizations after an id. */
export const listOrganizationRows = sql<
  ListValues<string> & Pick<ListOrganizationsQuery, "status" | "publisher_verified">,
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
  ({ since, status, publisher_verified: verified, pattern }) => {
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
