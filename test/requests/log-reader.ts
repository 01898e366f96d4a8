import { perform } from "@/lib/operation/perform";
import { getPlatformRequest, getRequest } from "@/lib/requests/log/get-request";
import { listPlatformRequests, listRequests } from "@/lib/requests/log/list-requests";
import { listRequestsQuerySchema } from "@/lib/requests/log/query-schemas";

/** Reads the request log of an organization, or the installation's as an operator if it is null. */
export function readerOf(organizationId: string | null) {
  const operator = { kind: "shell" } as const;
  const scopes = ["organization/clients/read"];
  const publisher = {
    kind: "client",
    organizationId: organizationId ?? "",
    clientId: "",
    scopes,
  } as const;
  return {
    async list(search: Record<string, string> = {}) {
      const query = listRequestsQuerySchema.parse(search);
      const { body } =
        organizationId === null
          ? await perform(listPlatformRequests, { caller: operator, query })
          : await perform(listRequests, { caller: publisher, params: {}, query });
      return body;
    },
    async get(id: string) {
      const params = { request_id: id };
      const { body } =
        organizationId === null
          ? await perform(getPlatformRequest, { caller: operator, params })
          : await perform(getRequest, { caller: publisher, params });
      return body;
    },
  };
}
