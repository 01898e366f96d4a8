import { newId } from "@/lib/core/crypto/ids";
import type { Database } from "@/lib/core/db/client";
import { first, sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";
import type { Subject } from "@/lib/core/subject";
import { CLIENT_IS_USABLE } from "@/lib/protocol/tokens/client-conditions";

/**
 * Adds what a company or organization allows a client to its grant, with its history, and closes the staff's questions
 * that this decides.
 * @returns the grant's id and epoch, for the code
 * @throws ServiceError invalid_client when the client was deactivated or lost a scope meanwhile; access_denied when the
 * company was suspended or closed meanwhile
 */
export async function approveGrant(
  tx: Database,
  approval: { clientId: string; subject: Subject; userId: string; scopes: readonly string[] },
): Promise<{ id: string; epoch: number }> {
  const { clientId, subject, userId } = approval;
  const { companyId } = subject;
  const requested = [...new Set(approval.scopes)].sort();
  if (companyId !== null && (await lockActiveCompany({ companyId }, tx)).length === 0) {
    throw new ServiceError("access_denied", "The platform has suspended or closed the company.", {
      check: "subject_active",
      fix: { kind: "contact_platform" },
    });
  }
  const client = first(await lockUsableClient({ clientId, scopes: requested }, tx));
  if (!client) {
    throw new ServiceError(
      "invalid_client",
      "The extension was deactivated or changed after this page was opened. Nothing was shared.",
      { check: "client_active", fix: { kind: "run_authorize_again" } },
    );
  }
  const { id, epoch, granted } = await lockGrant(tx, { clientId, ...subject }, requested);
  const remainingScopes = (granted ?? []).filter((scope) => client.scopes.includes(scope));
  const scopes = [...new Set([...remainingScopes, ...requested])].sort();
  // A revoked grant becomes live again, with its current epoch.
  const data = { scopes, approvedBy: userId, modifiedAt: new Date(), revokedAt: null };
  await tx.grant.update({ where: { id }, data, select: { id: true } });
  const event = {
    grantId: id,
    change: granted ? "changed" : "granted",
    scopesBefore: granted ?? [],
    scopesAfter: scopes,
    userId,
    clientVersion: client.version,
  } as const;
  await tx.grantEvent.create({ data: event, select: { id: true } });
  if (companyId !== null) await allowCoveredQuestions({ clientId, companyId, userId, scopes }, tx);
  return { id, epoch };
}

/** The company stays active until the transaction ends. */
const lockActiveCompany = sql<{ companyId: number }>(
  "lock-active-company",
  {},
  "SELECT 1 FROM companies WHERE id = :companyId AND status = 'active' FOR SHARE",
);

/** A client that may be granted these scopes, locked until the transaction ends, so that a deletion revokes this grant, too. */
const lockUsableClient = sql<
  { clientId: string; scopes: string[] },
  { version: number; scopes: string[] }
>(
  "lock-usable-client",
  { version: "int4", scopes: "text[]" },
  `
  SELECT c.version, c.scopes FROM clients c
  WHERE c.client_id = :clientId AND c.scopes @> :scopes AND ${CLIENT_IS_USABLE} FOR SHARE`,
);

type GrantKey = { clientId: string } & Subject;
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
  { id: "text", epoch: "int4", granted: "text[]?" },
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
async function lockGrant(tx: Database, key: GrantKey, scopes: string[]): Promise<LockedGrant> {
  await insertRevoked({ ...key, id: newId(), scopes }, tx);
  const [row] = await lockRow(key, tx);
  if (!row) throw new Error("The grant was stored but cannot be read");
  return row;
}

/**
 * Allows a company's open questions about a client that ask only for these scopes. Skips a question
 * that is being decided, because waiting for that decision could deadlock.
 */
const allowCoveredQuestions = sql<{
  clientId: string;
  companyId: number;
  userId: string;
  scopes: string[];
}>(
  "allow-covered-questions",
  {},
  `
  UPDATE consent_questions SET decision = 'allowed', decided_by = :userId, decided_at = now()
  WHERE id IN (
    SELECT id FROM consent_questions
    WHERE company_id = :companyId AND client_id = :clientId AND decision IS NULL
      AND scopes <@ :scopes
    FOR UPDATE SKIP LOCKED)`,
);
