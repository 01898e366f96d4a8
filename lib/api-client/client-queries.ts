import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { send } from "@/lib/api-client/send";
import { listClientsContract } from "@/lib/clients/contract";
import type { ListClientsQueryInput } from "@/lib/clients/query-schemas";

/** A page of clients; the page before stays visible while it loads. */
export function listClientsQuery(organizationId: string, query: ListClientsQueryInput = {}) {
  return queryOptions({
    queryKey: ["clients", organizationId, query],
    queryFn: ({ signal }) =>
      send(listClientsContract, { params: { organization_id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}
