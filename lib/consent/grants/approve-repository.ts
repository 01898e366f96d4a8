import type { Database } from "@/lib/kernel/db/client";
import type { Subject } from "@/lib/kernel/subject";

/**
 * The client, locked until the transaction ends, so that a deletion revokes this grant, too. Null if it is inactive,
 * suspended or not registered for all scopes, or its organization is suspended.
 */
export async function lockUsableClient(
  tx: Database,
  clientId: string,
  scopes: string[],
): Promise<{ version: number } | null> {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    SELECT c.version FROM clients c JOIN organizations o ON o.id = c.organization_id
    WHERE c.client_id = ${clientId} AND c.is_active AND c.deleted_at IS NULL AND c.suspended_at IS NULL
      AND c.scopes @> ${scopes} AND o.status = 'active'
    FOR SHARE OF c`;
  return rows[0] ?? null;
}

/** Whether a company is active. It stays as it is until the transaction ends. */
export async function isCompanyActive(tx: Database, companyId: number): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM companies WHERE id = ${companyId} AND status = 'active' FOR SHARE`;
  return rows.length === 1;
}

/** The current grant, its row locked until the transaction ends; null if nothing is granted. */
export async function lockGrant(
  tx: Database,
  clientId: string,
  subject: Subject,
): Promise<{ scopes: string[] } | null> {
  const rows = await tx.$queryRaw<{ scopes: string[] }[]>`
    SELECT scopes FROM grants
    WHERE client_id = ${clientId} AND company_id IS NOT DISTINCT FROM ${subject.companyId}::bigint
      AND organization_id IS NOT DISTINCT FROM ${subject.organizationId} AND revoked_at IS NULL
    FOR UPDATE`;
  return rows[0] ?? null;
}

/** Stores the grant. A revoked one becomes live again, with its current epoch. */
export function upsertGrant(
  tx: Database,
  grant: { id: string; clientId: string; subject: Subject; userId: string; scopes: string[] },
): Promise<{ id: string; epoch: number }> {
  const { id, clientId, subject, userId, scopes } = grant;
  const { companyId, organizationId } = subject;
  const where =
    companyId === null
      ? { clientId_organizationId: { clientId, organizationId } }
      : { clientId_companyId: { clientId, companyId } };
  return tx.grant.upsert({
    where,
    create: { id, clientId, companyId, organizationId, scopes, approvedBy: userId },
    update: { scopes, approvedBy: userId, modifiedAt: new Date(), revokedAt: null },
    select: { id: true, epoch: true },
  });
}

/** Appends to the history of a grant. */
export async function insertGrantEvent(
  tx: Database,
  event: {
    grantId: string;
    change: "granted" | "changed";
    scopesBefore: string[];
    scopesAfter: string[];
    userId: string;
    clientVersion: number;
  },
): Promise<void> {
  await tx.grantEvent.create({ data: event, select: { id: true } });
}
