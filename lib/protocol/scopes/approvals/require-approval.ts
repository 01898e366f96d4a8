import type { Database } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import {
  findUnavailable,
  insertRequests,
  type UnavailableScope,
} from "@/lib/protocol/scopes/approvals/repository";

const FIELD = "scopes.permissions";

/** Thrown when a client would get a restricted scope that no operator has approved. */
export class UnapprovedScopesError extends ServiceError {
  readonly clientId: string;
  readonly scopes: readonly string[];

  constructor(clientId: string, unapproved: readonly UnavailableScope[]) {
    const message = `${FIELD}: ${unapproved.map(explain).join(" ")}`;
    super("invalid_request", message, { fields: [{ path: FIELD, message }] });
    this.clientId = clientId;
    this.scopes = unapproved.map(({ name }) => name);
  }
}

/**
 * Rejects deprecated scopes, and restricted scopes that no operator has approved for the client.
 * @param scopes that the client does not have yet
 * @throws UnapprovedScopesError; ServiceError invalid_request for a deprecated scope
 */
export async function requireApproval(
  tx: Database,
  clientId: string,
  scopes: readonly string[],
): Promise<void> {
  if (scopes.length === 0) return;
  const unapproved = await findUnavailable(tx, clientId, scopes);
  rejectDeprecated(unapproved);
  if (unapproved.length > 0) throw new UnapprovedScopesError(clientId, unapproved);
}

/**
 * Rejects deprecated scopes, and restricted ones, of a client that does not exist yet, so that no operator can have
 * approved them.
 * @throws ServiceError invalid_request
 */
export async function requireUnrestricted(tx: Database, scopes: readonly string[]): Promise<void> {
  if (scopes.length === 0) return;
  const unavailable = await findUnavailable(tx, null, scopes);
  rejectDeprecated(unavailable);
  const names = unavailable.map(({ name }) => name);
  if (names.length === 0) return;
  const message = `${names.join(", ")} is restricted: a client gets it only with an operator's approval. Create the client without it, and then add it to the client, which asks for the approval.`;
  throw invalidScopes(message);
}

function rejectDeprecated(unavailable: readonly UnavailableScope[]): void {
  const names = unavailable.filter(({ isDeprecated }) => isDeprecated).map(({ name }) => name);
  if (names.length === 0) return;
  throw invalidScopes(
    `${names.join(", ")} is deprecated: clients that have it keep it, and no other client gets it. Ask the platform what to use instead.`,
  );
}

function invalidScopes(message: string): ServiceError {
  return new ServiceError("invalid_request", `${FIELD}: ${message}`, {
    fields: [{ path: FIELD, message }],
  });
}

/**
 * Stores requests for approval if an operation failed because of missing ones. Call it after the operation's
 * transaction, which was rolled back.
 * @param requestedBy `user:<id>` or `client:<id>`
 */
export async function requestApproval(thrown: unknown, requestedBy: string): Promise<void> {
  if (!(thrown instanceof UnapprovedScopesError)) return;
  await insertRequests(thrown.clientId, thrown.scopes, requestedBy);
}

function explain({ name, isRejected }: UnavailableScope): string {
  return isRejected
    ? `${name} is restricted, and an operator has rejected it for this client. Ask the platform.`
    : `${name} is restricted, and an operator has to approve it first. The approval is now requested; add the scope again when it is given.`;
}
