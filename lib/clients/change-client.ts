import type { Caller } from "@/lib/access/caller";
import { differences } from "@/lib/audit/differences";
import { recordChange } from "@/lib/audit/record-change";
import { noSuchClient } from "@/lib/clients/no-such-client";
import {
  type ClientChange,
  type ClientRow,
  lockClient,
  updateClientRow,
} from "@/lib/clients/repository";
import { auditedFields } from "@/lib/clients/serialize";
import { narrowGrants } from "@/lib/consent/grants/narrow-grants";
import type { Database } from "@/lib/kernel/db/client";
import { requireMatch } from "@/lib/kernel/http/entity-tag";
import type { RequestInfo } from "@/lib/kernel/http/request-info";

/** The client to change, the caller and the expected version. */
export type ClientChangeContext = {
  params: { client_id: string };
  caller: Caller;
  ifMatch: string | null;
  info: RequestInfo;
};

/**
 * Changes a client and records the fields that differ, before and after, in the audit log. Grants lose the scopes that
 * the client gives up.
 * @param decide returns the change, given the locked row; may throw to reject it
 * @throws ServiceError not_found, precondition_failed or invalid_request
 */
export async function changeClient(
  tx: Database,
  { params, caller, ifMatch, info }: ClientChangeContext,
  action: "client.updated" | "client.deleted",
  decide: (before: ClientRow) => ClientChange | Promise<ClientChange>,
): Promise<ClientRow> {
  const at = { organizationId: caller.organizationId, clientId: params.client_id };
  const before = await lockClient(tx, at.organizationId, at.clientId);
  if (!before) throw noSuchClient();
  requireMatch(ifMatch, before.version);
  const change = await decide(before);
  const after = await updateClientRow(tx, { ...at, version: before.version }, change);
  if (!after) throw new Error(`Client ${at.clientId} changed while it was locked`);
  if (change.scopes) await narrowGrants(tx, at.clientId);
  await recordChange(tx, caller, info, {
    action,
    target: `client:${at.clientId}`,
    ...differences(auditedFields(before), auditedFields(after)),
  });
  return after;
}
