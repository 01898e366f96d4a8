import type { PlatformCaller } from "@/lib/access/platform-caller";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";
import {
  type ClientDecision,
  type DirectoryClientRow,
  lockClient,
  updateClient,
} from "@/lib/directory/clients/repository";
import { recordStored } from "@/lib/directory/record-stored";
import { changesIn } from "@/lib/directory/stored";
import { transaction } from "@/lib/kernel/db/client";
import type { RequestInfo } from "@/lib/kernel/http/request-info";
import type { JsonObject } from "@/lib/kernel/json";

/** How a decision about an extension is recorded. */
export type DecisionRecord = {
  /** `client_status` makes the action `client_status.updated`. */
  kind: string;
  audited: (row: DirectoryClientRow) => JsonObject;
  context?: JsonObject;
};

/**
 * Changes what operators decide about an extension. Its publisher reads it in the organization's audit log too.
 * @param decide returns the decision, given the locked row
 * @throws ServiceError not_found
 */
export function decideAboutClient(
  clientId: string,
  by: { caller: PlatformCaller; info: RequestInfo },
  { kind, audited, context = {} }: DecisionRecord,
  decide: (before: DirectoryClientRow) => ClientDecision,
): Promise<DirectoryClientRow> {
  return transaction(async (tx) => {
    const before = await lockClient(tx, clientId);
    if (!before) throw noSuchClient();
    const change = changesIn<DirectoryClientRow, keyof ClientDecision>(before, decide(before));
    if (!change) return before;
    await updateClient(tx, clientId, change);
    const row = { ...before, ...change };
    const stored = { status: "updated", before, row } as const;
    const { organizationId } = row;
    const record = { kind, target: `client:${clientId}`, stored, context, organizationId };
    await recordStored(tx, by, record, audited);
    return row;
  });
}
