import type { PageProps } from "@/app/page-parts";
import { RequestsPage, requestsTitle } from "@/app/requests/requests-page";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

export const generateMetadata = requestsTitle;

/** The requests of all clients of an organization. */
export default async function OrganizationRequestsPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  return RequestsPage({
    scope: { organizationId, clientId: null },
    search: await props.searchParams,
    authorize: async (back) => (await requireOrganizationMember(organizationId, back)).caller,
    mayWrite: (caller) => may(caller, "clients:write"),
    read: (caller, { query, window }) =>
      Promise.all([
        perform(listRequests, { caller, query }),
        perform(getRequestFigures, { caller, query: { window } }),
      ]),
  });
}
