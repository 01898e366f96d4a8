import { changesIn } from "@/lib/core/changes";
import { type Database, transaction } from "@/lib/core/db/client";
import { requireMatch } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { directoryClients } from "@/lib/platform/clients/directory-client";
import {
  type ClientDecision,
  type DirectoryClientRow,
  findClient,
  lockClient,
  updateClient,
} from "@/lib/platform/clients/repository";
import { type AuditedKind, recordStored } from "@/lib/platform/record-stored";
import { found } from "@/lib/platform/resource";

/** How a decision about an extension is recorded. */
type Decision = Pick<AuditedKind<DirectoryClientRow>, "kind" | "audited" | "context">;

/**
 * Changes what operators decide about an extension. Its publisher reads it in the organization's audit log too.
 * @param decide returns the decision, given the locked row; may throw to reject it
 * @throws ServiceError not_found, or precondition_failed for an outdated version
 */
export function decideAboutClient(
  clientId: string,
  by: { caller: PlatformCaller; ifMatch: string | null; info: RequestInfo },
  decision: Decision,
  decide: (before: DirectoryClientRow, tx: Database) => ClientDecision | Promise<ClientDecision>,
): Promise<DirectoryClientRow> {
  return transaction(async (tx) => {
    const before = await lockWithOrganization(tx, clientId);
    requireMatch(by.ifMatch, before.version);
    const change = changesIn<DirectoryClientRow, keyof DirectoryClientRow>(
      before,
      await decide(before, tx),
    );
    if (!change) return before;
    await updateClient(tx, clientId, change);
    const row = { ...before, ...change, version: before.version + 1 };
    const stored = { status: "updated", before, row } as const;
    const ofPublisher = {
      targetOf: () => `client:${clientId}`,
      organizationOf: () => row.organizationId,
    };
    await recordStored(tx, by, { ...decision, ...ofPublisher }, stored);
    return row;
  });
}

/**
 * Locks an extension and, before it, its organization, in the order of every other change.
 * @throws ServiceError not_found
 */
export async function lockWithOrganization(
  tx: Database,
  clientId: string,
): Promise<DirectoryClientRow> {
  const { organizationId } = found(directoryClients, await findClient(clientId, tx));
  await lockOrganizations(tx, [organizationId]);
  return found(directoryClients, await lockClient(tx, clientId));
}
