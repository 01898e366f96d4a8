import { type Database, db } from "@/lib/kernel/db/client";

/** A restricted scope that a client may not have, and whether an operator has rejected it. */
export type UnapprovedScope = { name: string; isRejected: boolean };

/** The restricted ones of these scopes that are not approved for the client. @param clientId null for a new client */
export function findUnapproved(
  tx: Database,
  clientId: string | null,
  scopes: readonly string[],
): Promise<UnapprovedScope[]> {
  return tx.$queryRaw<UnapprovedScope[]>`
    SELECT s.name, a.approved IS NOT NULL AS "isRejected"
    FROM scopes s LEFT JOIN scope_approvals a ON a.client_id = ${clientId} AND a.scope = s.name
    WHERE s.restricted AND s.name = ANY(${scopes}) AND a.approved IS NOT TRUE ORDER BY s.name`;
}

/** Stores requests for scopes; those that were requested before stay as they are. */
export async function insertRequests(
  clientId: string,
  scopes: readonly string[],
  requestedBy: string,
): Promise<void> {
  await db().scopeApproval.createMany({
    data: scopes.map((scope) => ({ clientId, scope, requestedBy })),
    skipDuplicates: true,
  });
}
