import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { sql } from "@/lib/core/db/sql";
import { SUPPORT_COLUMNS } from "@/lib/core/support-contact-values";
import { lastCallAt } from "@/lib/gate/calls/totals-sql";
import type { CompanyMembership } from "@/lib/operation/access/company-caller";

const MEMBERSHIP = {
  role: true,
  company: { select: { id: true, name: true, status: true } },
} as const;

/** A person's companies, by name. */
export async function findCompanyMemberships(userId: string): Promise<CompanyMembership[]> {
  const rows = await db().companyMember.findMany({
    where: { userId },
    select: MEMBERSHIP,
    orderBy: { company: { name: "asc" } },
  });
  return rows.map(({ role, company }) => ({ ...company, role }));
}

/** One company with the person's role in it; null if they are not a member. */
export async function findCompanyMembership(
  companyId: number,
  userId: string,
): Promise<CompanyMembership | null> {
  const row = await db().companyMember.findUnique({
    where: { companyId_userId: { companyId, userId } },
    select: MEMBERSHIP,
  });
  return row && { ...row.company, role: row.role };
}

const EXTENSION_COLUMNS = {
  clientId: true,
  name: true,
  description: true,
  baseUrl: true,
  isActive: true,
  deletedAt: true,
  suspendedAt: true,
  suspensionReason: true,
  logoId: true,
  scopes: true,
  organization: { select: { name: true, verified: true, status: true } },
} as const;

/**
 * Active extensions that a company has not installed, by name: the listed ones, those of the organization that the
 * company belongs to, and drafts that name the company.
 */
export async function findAvailableExtensions(
  companyId: number,
  search: string,
  { skip, take }: { skip: number; take: number },
) {
  const where = {
    clientType: "extension",
    isActive: true,
    deletedAt: null,
    baseUrl: { not: null },
    suspendedAt: null,
    organization: { status: "active" },
    OR: [
      { listing: "listed" },
      { organization: { companyId } },
      { listing: "draft", draftCompanies: { some: { companyId } } },
    ],
    grants: { none: { companyId, revokedAt: null } },
    ...(search && { name: { contains: escapeWildcards(search), mode: "insensitive" } }),
  } as const satisfies Prisma.ClientWhereInput;
  const [rows, total] = await Promise.all([
    db().client.findMany({
      where,
      select: EXTENSION_COLUMNS,
      orderBy: [{ name: "asc" }, { clientId: "asc" }],
      skip,
      take,
    }),
    db().client.count({ where }),
  ]);
  return { rows, total };
}

// Prisma passes the text to ILIKE unescaped.
function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** A company's current grants, newest first. */
export function findLiveGrants(companyId: number) {
  return db().grant.findMany({
    where: { companyId, revokedAt: null, client: { deletedAt: null } },
    select: {
      scopes: true,
      createdAt: true,
      modifiedAt: true,
      approver: { select: { firstName: true, lastName: true } },
      client: { select: EXTENSION_COLUMNS },
      company: { select: { status: true } },
    },
    orderBy: { modifiedAt: "desc" },
  });
}

const findLastCallRows = sql<
  { companyId: number; clientIds: readonly string[] },
  { clientId: string; lastUsedAt: Date }
>(
  "find-last-calls",
  { clientId: "text", lastUsedAt: "timestamptz" },
  `
  SELECT "clientId", "lastUsedAt" FROM (
    SELECT client_id AS "clientId", ${lastCallAt("a.company_id = :companyId AND a.client_id = wanted.client_id")} AS "lastUsedAt"
    FROM unnest(:clientIds::text[]) AS wanted(client_id)
  ) AS last WHERE "lastUsedAt" IS NOT NULL`,
);

/** When each of these clients last called a platform API for the company. Clients that never did are omitted. */
export async function findLastCalls(
  companyId: number,
  clientIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await findLastCallRows({ companyId, clientIds });
  return new Map(rows.map(({ clientId, lastUsedAt }) => [clientId, lastUsedAt]));
}

/** A company's grant to a client, current or revoked, with its history; null if there never was one. */
export function findGrantWithHistory(companyId: number, clientId: string) {
  return db().grant.findUnique({
    where: { clientId_companyId: { clientId, companyId } },
    select: {
      scopes: true,
      createdAt: true,
      modifiedAt: true,
      revokedAt: true,
      approver: { select: { firstName: true, lastName: true } },
      company: { select: { status: true } },
      client: {
        select: {
          clientId: true,
          name: true,
          description: true,
          baseUrl: true,
          logoId: true,
          ...SUPPORT_COLUMNS,
          isActive: true,
          suspendedAt: true,
          suspensionReason: true,
          deletedAt: true,
          organization: { select: { name: true, verified: true, status: true } },
        },
      },
      events: {
        select: {
          id: true,
          change: true,
          scopesBefore: true,
          scopesAfter: true,
          clientVersion: true,
          createdAt: true,
          user: { select: { firstName: true, lastName: true } },
        },
        orderBy: { id: "desc" },
        take: 50,
      },
    },
  });
}

/** The last call that notified a client of its removal by the company, or null. */
export function findLastUninstall(companyId: number, clientId: string) {
  return db().delivery.findFirst({
    where: { companyId, clientId, kind: "uninstall" },
    select: {
      attempts: true,
      createdAt: true,
      nextAttemptAt: true,
      deliveredAt: true,
      lastStatus: true,
      lastError: true,
    },
    orderBy: { createdAt: "desc" },
  });
}
