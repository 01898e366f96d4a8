import type { PageProps } from "@/app/page-parts";
import { RequestsPage, requestsTitle } from "@/app/requests/requests-page";
import { requireOperator } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { getPlatformRequestFigures } from "@/lib/requests/log/get-figures";
import { listPlatformRequests } from "@/lib/requests/log/list-requests";

export const generateMetadata = requestsTitle;

/** The requests of the installation. */
export default async function PlatformRequestsPage(props: PageProps) {
  return RequestsPage({
    scope: { organizationId: null, clientId: null },
    search: await props.searchParams,
    authorize: (back) => requireOperator(listPlatformRequests.access.permission, back),
    mayWrite: () => false,
    read: (caller, { query, window }) =>
      Promise.all([
        perform(listPlatformRequests, { caller, query }),
        perform(getPlatformRequestFigures, { caller, query: { window } }),
      ]),
  });
}
