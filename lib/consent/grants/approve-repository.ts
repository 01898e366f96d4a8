import type { Database } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import type { Subject } from "@/lib/core/subject";

const lockClient = sql<
  { clientId: string; scopes: string[] },
  { version: number; scopes: string[] }
>(
  "lock-usable-client",
  { version: "int4", scopes: "text[]" },
  `
  SELECT c.version, c.scopes FROM clients c JOIN organizations o ON o.id = c.organization_id
  WHERE c.client_id = :clientId AND c.is_active AND c.deleted_at IS NULL AND c.suspended_at IS NULL
    AND c.scopes @> :scopes AND o.status = 'active'
  FOR SHARE OF c`,
);

/**
 * The client, locked until the transaction ends, so that a deletion revokes this grant, too. Null if it is inactive,
 * suspended or not registered for all scopes, or its organization is suspended.
 */
export async function lockUsableClient(
  tx: Database,
  clientId: string,
  scopes: string[],
): Promise<{ version: number; scopes: string[] } | null> {
  return first(await lockClient({ clientId, scopes }, tx));
}

const lockActive = sql<{ companyId: number }>(
  "lock-active-company",
  {},
  `
  SELECT 1 FROM companies WHERE id = :companyId AND status = 'active' FOR SHARE`,
);

/** Whether a company is active. It stays as it is until the transaction ends. */
export async function isCompanyActive(tx: Database, companyId: number): Promise<boolean> {
  const rows = await lockActive({ companyId }, tx);
  return rows.length === 1;
}

type GrantKey = { clientId: string; companyId: number | null; organizationId: string | null };
type LockedGrant = { id: string; epoch: number; granted: string[] | null };

const insertRevoked = sql<GrantKey & { id: string; scopes: string[] }>(
  "insert-revoked-grant",
  {},
  `
  INSERT INTO grants (id, client_id, company_id, organization_id, scopes, revoked_at)
  VALUES (:id, :clientId, :companyId::bigint, :organizationId, :scopes, now())
  ON CONFLICT DO NOTHING`,
);

const lockRow = sql<GrantKey, LockedGrant>(
  "lock-grant",
  { id: "text", epoch: "int4", granted: "text[]" },
  `
  SELECT id, epoch, CASE WHEN revoked_at IS NULL THEN scopes END AS granted FROM grants
  WHERE client_id = :clientId AND company_id IS NOT DISTINCT FROM :companyId::bigint
    AND organization_id IS NOT DISTINCT FROM :organizationId
  FOR UPDATE`,
);

/**
 * Locks a grant until the transaction ends. If there is none, a revoked one is stored first, so that the second of two
 * concurrent first approvals waits and then sees what the first one granted.
 * @returns `granted` is null if nothing is granted
 */
export async function lockGrant(
  tx: Database,
  grant: { id: string; clientId: string; subject: Subject; scopes: string[] },
): Promise<LockedGrant> {
  const { id, clientId, subject, scopes } = grant;
  const key = { clientId, companyId: subject.companyId, organizationId: subject.organizationId };
  await insertRevoked({ ...key, id, scopes }, tx);
  const [row] = await lockRow(key, tx);
  if (!row) throw new Error("The grant was stored but cannot be read");
  return row;
}

/** Sets what is granted. A revoked grant becomes live again, with its current epoch. */
export async function updateGrant(
  tx: Database,
  { id, scopes, userId }: { id: string; scopes: string[]; userId: string },
): Promise<void> {
  const data = { scopes, approvedBy: userId, modifiedAt: new Date(), revokedAt: null };
  await tx.grant.update({ where: { id }, data, select: { id: true } });
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
