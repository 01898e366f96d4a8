import { db } from "@/lib/core/db/client";
import { containing, nameOrder } from "@/lib/core/db/list-sql";
import { column, type RowOf, sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";
import { sortByName } from "@/lib/core/values/name-order-values";
import { SUPPORT_COLUMNS } from "@/lib/core/values/support-contact-values";
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
    orderBy: { companyId: "asc" },
  });
  return sortByName(rows.map(({ role, company }) => ({ ...company, role })));
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

const AVAILABLE = {
  clientId: "text",
  name: "text",
  description: "text",
  baseUrl: "text?",
  logoId: "text?",
  scopes: "text[]",
  organization: column<{ name: string; verified: boolean }>("json"),
} as const;

type AvailableRow = RowOf<typeof AVAILABLE>;

const listAvailable = sql<
  { companyId: number; pattern: string | null; skip: number; take: number },
  { total: number } & (AvailableRow | { clientId: null })
>(
  "list-available-extensions",
  { total: "int4", ...AVAILABLE },
  `
  WITH available AS MATERIALIZED (
    SELECT c.client_id, c.name, o.name AS publisher, o.verified
    FROM clients c JOIN organizations o ON o.id = c.organization_id
    WHERE c.client_type = 'extension' AND c.is_active AND c.deleted_at IS NULL AND c.base_url IS NOT NULL
      AND c.suspended_at IS NULL AND o.status = 'active'
      AND (c.listing = 'listed' OR o.company_id = :companyId OR c.listing = 'draft' AND EXISTS (
        SELECT 1 FROM client_draft_companies d WHERE d.client_id = c.client_id AND d.company_id = :companyId))
      AND NOT EXISTS (
        SELECT 1 FROM grants g
        WHERE g.client_id = c.client_id AND g.company_id = :companyId AND g.revoked_at IS NULL)
      AND (:pattern::text IS NULL OR c.name ILIKE :pattern)
  ),
  page AS (
    SELECT * FROM available c ORDER BY ${nameOrder("c.name")}, c.client_id LIMIT :take OFFSET :skip
  )
  SELECT counted.total, c.client_id AS "clientId", c.name, c.description, c.base_url AS "baseUrl",
    c.logo_id AS "logoId", c.scopes, json_build_object('name', page.publisher, 'verified', page.verified) AS organization
  FROM (SELECT count(*)::int AS total FROM available) counted
  LEFT JOIN (page JOIN clients c USING (client_id)) ON true
  ORDER BY ${nameOrder("c.name")}, c.client_id`,
);

/**
 * Active extensions that a company has not installed, by name: the listed ones, those of the organization that the
 * company belongs to, and drafts that name the company.
 * @returns a page of them, and the number of all
 */
export async function findAvailableExtensions(
  companyId: number,
  search: string,
  range: { skip: number; take: number },
): Promise<{ rows: AvailableRow[]; total: number }> {
  const pattern = search ? containing(search) : null;
  const rows = await listAvailable({ companyId, pattern, ...range });
  return { rows: rows.filter((row) => row.clientId !== null), total: rows[0]?.total ?? 0 };
}

/** The current grants of a company or organization, most recently changed first. */
export function findLiveGrants(grantor: { companyId: number } | { organizationId: string }) {
  return db().grant.findMany({
    where: { ...grantor, revokedAt: null, client: { deletedAt: null } },
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

/** A grant to a client, current or revoked, with its history; null if there never was one. */
export function findGrantWithHistory(subject: Subject, clientId: string) {
  return db().grant.findFirst({
    where: { ...subject, clientId },
    select: {
      scopes: true,
      createdAt: true,
      modifiedAt: true,
      revokedAt: true,
      approver: { select: { firstName: true, lastName: true } },
      company: { select: { status: true } },
      client: {
        select: { ...EXTENSION_COLUMNS, ...SUPPORT_COLUMNS },
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

/** The last call that notified a client of its removal by a company or organization, or null. */
export function findLastUninstall(subject: Subject, clientId: string) {
  return db().delivery.findFirst({
    where: { ...subject, clientId, kind: "uninstall" },
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
