import { requirePermission } from "@/lib/access/caller";
import type { OperationContext } from "@/lib/access/operation-context";
import { listEventsContract } from "@/lib/activity/events/contract";
import { type EventRow, listEventRows } from "@/lib/activity/events/list-repository";
import { serializeFix } from "@/lib/activity/events/serialize-fix";
import { noSuchClient } from "@/lib/clients/no-such-client";
import type { ContractOutput } from "@/lib/kernel/http/contract";
import { type PagedList, readPage } from "@/lib/kernel/http/read-page";
import { type ClientEvent, deniedInputSchema } from "@/lib/oauth/events/schemas";

type Contract = typeof listEventsContract;

/**
 * Lists a page of the events of a client of the caller's organization, newest first.
 * @throws ServiceError not_found, forbidden; invalid_request for a forged cursor or one combined with a page number
 */
export async function listEvents({
  params,
  query,
  caller,
}: Pick<OperationContext<Contract>, "params" | "query" | "caller">): Promise<
  ContractOutput<Contract>
> {
  requirePermission(caller, listEventsContract.permission);
  const { organizationId } = caller;
  const list: PagedList<EventRow> = {
    name: `events:${params.client_id}`,
    positionOf: ({ id, createdAt }) => ({ id, value: createdAt.toISOString() }),
    read: async (part) => {
      const found = await listEventRows(organizationId, params.client_id, query, part);
      if (!found) throw noSuchClient();
      return found;
    },
  };
  const { rows, page } = await readPage(list, query);
  return { body: { items: rows.map(serializeEvent), page } };
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
