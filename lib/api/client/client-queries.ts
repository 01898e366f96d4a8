import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client/call";
import { type ClientTarget, paramsOf } from "@/lib/api/client/client-calls";
import type { ListQuery } from "@/lib/api/client/platform-queries";
import type { Outgoing } from "@/lib/api/client/prepared-call";
import type { ClientResponse } from "@/lib/clients/schemas";

/** A page of clients; the previous page stays visible while it loads. */
export function listClientsQuery(
  organizationId: string,
  query: NonNullable<Outgoing["query"]> = {},
): ListQuery<ClientResponse> {
  return {
    queryKey: ["clients", organizationId, query],
    queryFn: ({ signal }) =>
      call("listClients", { params: { organization_id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  };
}

/** A client of the organization; for an operator, who asks the directory, of any. */
export type ImpactTarget = ClientTarget | { organizationId: null; clientId: string };

/** Who would be affected if a client stopped. Never cached, because a decision depends on it. */
export function impactQuery(target: ImpactTarget) {
  const { organizationId, clientId } = target;
  return queryOptions({
    queryKey: ["impact", organizationId, clientId],
    queryFn: ({ signal }) =>
      organizationId === null
        ? call("getDirectoryImpact", { params: { client_id: clientId }, signal })
        : call("getImpact", { params: paramsOf({ organizationId, clientId }), signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
