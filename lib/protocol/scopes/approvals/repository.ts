import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";

/** A scope that a client may not add: a deprecated one, or a restricted one that no operator has approved. */
export type UnavailableScope = { name: string; isDeprecated: boolean; isRejected: boolean };

const listUnavailable = sql<
  { clientId: string | null; scopes: readonly string[] },
  UnavailableScope
>(
  "list-unavailable-scopes",
  { name: "text", isDeprecated: "bool", isRejected: "bool" },
  `
  SELECT s.name, s.deprecated AS "isDeprecated", a.approved IS NOT NULL AS "isRejected"
  FROM scopes s LEFT JOIN scope_approvals a ON a.client_id = :clientId AND a.scope = s.name
  WHERE s.name = ANY(:scopes) AND (s.deprecated OR (s.restricted AND a.approved IS NOT TRUE)) ORDER BY s.name`,
);

/** The ones of these scopes that the client may not add. @param clientId null for a new client */
export function findUnavailable(
  tx: Database,
  clientId: string | null,
  scopes: readonly string[],
): Promise<UnavailableScope[]> {
  return listUnavailable({ clientId, scopes }, tx);
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
