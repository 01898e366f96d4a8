import { type Database, db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";

const COLUMNS = {
  clientId: true,
  scopes: true,
  createdAt: true,
  modifiedAt: true,
  approver: { select: { id: true, externalId: true } },
  client: {
    select: {
      name: true,
      organization: { select: { id: true, name: true, verified: true } },
    },
  },
} as const satisfies Prisma.GrantSelect;

/** A live grant with its extension. */
export type CompanyGrantRow = Prisma.GrantGetPayload<{ select: typeof COLUMNS }>;

/** What a company grants a client, or null. */
export function findCompanyGrant(
  companyId: number,
  clientId: string,
  database: Database = db(),
): Promise<CompanyGrantRow | null> {
  return database.grant.findFirst({
    where: { companyId, clientId, revokedAt: null },
    select: COLUMNS,
  });
}

/** A company's live grants after a client, one more than the limit if there are that many. */
export function listCompanyGrantRows(
  companyId: number,
  afterClientId: string,
  limit: number,
): Promise<CompanyGrantRow[]> {
  return db().grant.findMany({
    where: { companyId, revokedAt: null, clientId: { gt: afterClientId } },
    select: COLUMNS,
    orderBy: { clientId: "asc" },
    take: limit + 1,
  });
}
