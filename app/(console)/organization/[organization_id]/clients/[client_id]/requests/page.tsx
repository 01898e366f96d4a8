import type { PageProps } from "@/app/page-parts";
import { RequestsPage, requestsTitle } from "@/app/requests/requests-page";
import { requireClient } from "@/lib/clients/require-client";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

export const generateMetadata = requestsTitle;

/** The requests of a client. */
export default async function ClientRequestsPage(
  props: PageProps<"organization_id" | "client_id">,
) {
  const params = await props.params;
  const clientId = params.client_id;
  return RequestsPage({
    scope: { organizationId: params.organization_id, clientId },
    search: await props.searchParams,
    authorize: async (back) => (await requireClient(params, back)).caller,
    mayWrite: (caller) => may(caller, "clients:write"),
    read: (caller, { query, window }) =>
      Promise.all([
        perform(listRequests, { caller, query }),
        perform(getRequestFigures, { caller, query: { window, client_id: clientId } }),
        perform(listIssues, { caller, query: { client_id: clientId, state: "open", limit: 50 } }),
      ]),
  });
}
