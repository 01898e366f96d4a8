import { differences, recordChange } from "@/lib/audit/record-change";
import { divideChange } from "@/lib/clients/listing/divide-change";
import { requireUniqueName } from "@/lib/clients/listing/require-unique-name";
import { nameOnList } from "@/lib/clients/listing/review";
import {
  type ClientChange,
  type ClientRow,
  lockClient,
  updateClientRow,
} from "@/lib/clients/repository";
import { auditedFields } from "@/lib/clients/serialize";
import { narrowGrants } from "@/lib/consent/grants/revoke-grants";
import { changesIn } from "@/lib/core/changes";
import type { Database } from "@/lib/core/db/client";
import { requireMatch } from "@/lib/core/http/entity-tag";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { Caller } from "@/lib/operation/access/caller";

/** The client to change, the caller and the expected version. */
export type ClientChangeContext = {
  params: { client_id: string };
  caller: Caller;
  ifMatch: string | null;
  info: RequestInfo;
};

/**
 * Changes a client, except for what waits for a review, narrows its grants, and records what differs in the audit log.
 * @param decide returns the change, given the locked row, or throws. Equal values change nothing, not even the version.
 * @throws ServiceError not_found, precondition_failed, invalid_request; conflict for a name that looks like another's
 */
export async function changeClient(
  tx: Database,
  { params, caller, ifMatch, info }: ClientChangeContext,
  action: "client.updated" | "client.deleted",
  decide: (before: ClientRow) => ClientChange | Promise<ClientChange>,
): Promise<ClientRow> {
  const at = { organizationId: caller.organizationId, clientId: params.client_id };
  const before = await lockClient(tx, at.organizationId, at.clientId);
  requireMatch(ifMatch, before.version);
  const decided = divideChange(before, await decide(before), new Date());
  const change = changesIn<ClientRow, keyof ClientChange>(before, decided);
  if (!change) return before;
  const after = await updateClientRow(tx, { ...at, version: before.version }, change);
  const name = nameOnList(after);
  if (name !== null && name !== nameOnList(before)) {
    await requireUniqueName(tx, at.clientId, name);
  }
  if (change.scopes) await narrowGrants(tx, at.clientId);
  await recordChange(tx, caller, info, {
    action,
    target: `client:${at.clientId}`,
    ...differences(auditedFields(before), auditedFields(after)),
  });
  return after;
}
