import { type Database, db } from "@/lib/core/db/client";
import { sql } from "@/lib/core/db/sql";
import { ServiceError } from "@/lib/core/errors";

const FIELD = "scopes.permissions";

class UnavailableScopesError extends ServiceError {
  constructor(problem: string) {
    const message = `${FIELD}: ${problem}`;
    super("invalid_request", message, { fields: [{ path: FIELD, message }] });
  }
}

/** Thrown when a client would get a restricted scope that no operator has approved. */
class UnapprovedScopesError extends UnavailableScopesError {
  readonly clientId: string;
  readonly scopes: readonly string[];

  constructor(clientId: string, unapproved: readonly UnavailableScope[]) {
    super(unapproved.map(explain).join(" "));
    this.clientId = clientId;
    this.scopes = unapproved.map(({ name }) => name);
  }
}

function explain({ name, isRejected }: UnavailableScope): string {
  return isRejected
    ? `${name} is restricted, and an operator has rejected it for this client. Ask the platform.`
    : `${name} is restricted, and an operator has to approve it first. The approval is now requested; add the scope again when it is given.`;
}

/**
 * Rejects deprecated scopes, and restricted scopes that no operator has approved for the client.
 * @param clientId null for a new client, for which no operator can have approved any
 * @param scopes that the client does not have yet
 * @throws ServiceError invalid_request
 */
export async function requireApproval(
  tx: Database,
  clientId: string | null,
  scopes: readonly string[],
): Promise<void> {
  if (scopes.length === 0) return;
  const unavailable = await findUnavailable({ clientId, scopes }, tx);
  const deprecated = unavailable.filter(({ isDeprecated }) => isDeprecated);
  const names = (of: readonly UnavailableScope[]) => of.map(({ name }) => name).join(", ");
  if (deprecated.length > 0) {
    throw new UnavailableScopesError(
      `${names(deprecated)} is deprecated: clients that have it keep it, and no other client gets it. Ask the platform what to use instead.`,
    );
  }
  if (unavailable.length === 0) return;
  if (clientId !== null) throw new UnapprovedScopesError(clientId, unavailable);
  throw new UnavailableScopesError(
    `${names(unavailable)} is restricted: a client gets it only with an operator's approval. Create the client without it, and then add it to the client, which asks for the approval.`,
  );
}

/** A scope that a client may not add: a deprecated one, or a restricted one that no operator has approved. */
type UnavailableScope = { name: string; isDeprecated: boolean; isRejected: boolean };

const findUnavailable = sql<
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

/**
 * Stores requests for approval if an operation failed because of missing ones; those that were requested before stay as
 * they are. Call it after the operation's transaction, which was rolled back.
 * @param requestedBy `user:<id>` or `client:<id>`
 */
export async function requestApproval(thrown: unknown, requestedBy: string): Promise<void> {
  if (!(thrown instanceof UnapprovedScopesError)) return;
  const { clientId, scopes } = thrown;
  await db().scopeApproval.createMany({
    data: scopes.map((scope) => ({ clientId, scope, requestedBy })),
    skipDuplicates: true,
  });
}
