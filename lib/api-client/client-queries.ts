import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { clientKeys } from "@/lib/api-client/client-keys";
import { send } from "@/lib/api-client/send";
import {
  getClientContract,
  listClientsContract,
  listSecretsContract,
} from "@/lib/clients/contract";
import type { ListClientsQueryInput } from "@/lib/clients/query-schemas";

/** A page of clients; the page before stays visible while it loads. */
export function listClientsQuery(organizationId: string, query: ListClientsQueryInput = {}) {
  return queryOptions({
    queryKey: [...clientKeys.lists(organizationId), query],
    queryFn: ({ signal }) =>
      send(listClientsContract, { params: { organization_id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One client, its secrets masked: looking at a page reveals nothing. */
export function getClientQuery(organizationId: string, clientId: string) {
  return queryOptions({
    queryKey: clientKeys.one(organizationId, clientId),
    queryFn: ({ signal }) =>
      send(getClientContract, {
        params: { organization_id: organizationId, client_id: clientId },
        query: { secrets: "masked" },
        signal,
      }),
  });
}

/** The live secrets of a client: names, ages and last uses. */
export function listSecretsQuery(organizationId: string, clientId: string) {
  return queryOptions({
    queryKey: clientKeys.secrets(organizationId, clientId),
    queryFn: ({ signal }) =>
      send(listSecretsContract, {
        params: { organization_id: organizationId, client_id: clientId },
        signal,
      }),
  });
}
