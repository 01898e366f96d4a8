import { changesIn } from "@/lib/core/changes";
import { type Database, transaction } from "@/lib/core/db/client";
import { requireMatch } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { JsonObject } from "@/lib/core/json";
import { lockOrganizations } from "@/lib/operation/access/lock-organizations";
import { type PlatformCaller, platformActor } from "@/lib/operation/access/platform-caller";
import { directoryClients } from "@/lib/platform/clients/clients";
import {
  type ClientDecision,
  type DirectoryClientRow,
  findClient,
  lockClient,
  updateClient,
} from "@/lib/platform/clients/repository";
import { requireRow } from "@/lib/platform/read-list";
import { recordAllEverywhere } from "@/lib/platform/record-everywhere";
import { type AuditedObject, outcomeOf } from "@/lib/platform/stored";

/** How a decision about an extension is recorded. */
type Decision = Pick<AuditedObject, "kind" | "context"> & {
  audited: (row: DirectoryClientRow) => JsonObject;
};

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
    const object = {
      ...decision,
      target: `client:${clientId}`,
      organizationId: row.organizationId,
    };
    const { entries } = outcomeOf(object, stored, decision.audited);
    const { caller, info } = by;
    await recordAllEverywhere(tx, { actor: platformActor(caller), info }, entries);
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
  const { organizationId } = requireRow(directoryClients, await findClient(clientId, tx));
  await lockOrganizations(tx, [organizationId]);
  return requireRow(directoryClients, await lockClient(tx, clientId));
}
