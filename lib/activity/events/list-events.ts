import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listEventsContract } from "@/lib/activity/events/contract";
import { type EventRow, listEventRows } from "@/lib/activity/events/list-repository";
import { serializeFix } from "@/lib/activity/events/serialize-fix";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { describePage } from "@/lib/kernel/http/describe-page";
import { type ClientEvent, deniedInputSchema } from "@/lib/oauth/events/schemas";

type Contract = typeof listEventsContract;

/**
 * Lists a page of the events of a client of the caller's organization, newest first.
 * @throws ServiceError not_found or forbidden
 */
export async function listEvents({
  params,
  query,
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, listEventsContract.permission);
  const found = await listEventRows(caller.organizationId, params.client_id, query);
  if (!found) throw noSuchClient();
  const items = found.events.map(serializeEvent);
  return { body: { items, page: describePage(query, items, found.total) } };
}

function serializeEvent(row: EventRow): ClientEvent {
  return {
    id: row.id,
    kind: row.kind,
    outcome: row.outcome,
    reason: row.reason,
    check: row.check,
    message: row.detail,
    input: deniedInputSchema.nullable().parse(row.input),
    difference: row.difference,
    fix: serializeFix(row.fix),
    request_id: row.requestId,
    company_id: row.companyId,
    organization_id: row.organizationId,
    authenticated: row.authenticated,
    more: row.more,
    created_at: row.createdAt.toISOString(),
  };
}
