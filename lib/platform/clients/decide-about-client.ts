import { type Database, transaction } from "@/lib/core/db/client";
import { requireMatch } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { JsonObject } from "@/lib/core/json";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { lockWithOrganization } from "@/lib/platform/clients/lock-with-organization";
import {
  type ClientDecision,
  type DirectoryClientRow,
  updateClient,
} from "@/lib/platform/clients/repository";
import { recordStored } from "@/lib/platform/record-stored";
import { changesIn } from "@/lib/platform/stored";

/** How a decision about an extension is recorded. */
export type DecisionRecord = {
  /** `client_status` makes the action `client_status.updated`. */
  kind: string;
  audited: (row: DirectoryClientRow) => JsonObject;
  context?: JsonObject;
};

/**
 * Changes what operators decide about an extension. Its publisher reads it in the organization's audit log too.
 * @param decide returns the decision, given the locked row; may throw to reject it
 * @throws ServiceError not_found, or precondition_failed for an outdated version
 */
export function decideAboutClient(
  clientId: string,
  by: { caller: PlatformCaller; ifMatch: string | null; info: RequestInfo },
  { kind, audited, context = {} }: DecisionRecord,
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
    const { organizationId } = row;
    const record = { kind, target: `client:${clientId}`, stored, context, organizationId };
    await recordStored(tx, by, record, audited);
    return row;
  });
}
