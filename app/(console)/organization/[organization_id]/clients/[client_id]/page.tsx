import type { PageProps } from "@/app/page-parts";
import { ClientOverview, FIGURE_WINDOW } from "@/components/clients/client-overview";
import { listScopeUse } from "@/lib/clients/figures/list-client-figures";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { requireClient } from "@/lib/clients/require-client";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { getRequestFigures } from "@/lib/requests/log/get-figures";
import { listRequests } from "@/lib/requests/log/list-requests";

const DAY_MS = 86_400_000;
const MAX_ISSUES = 100;
/** More than are shown: equal failures in a row share one. */
const READ = 50;

/** The overview of one client: its health, its users, and what needs attention. */
export default async function ClientPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const clientPath = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, rotation, caller } = await requireClient(params, clientPath);
  const [impact, figures, use, issues, requests] = await Promise.all([
    perform(getImpact, { params, caller }),
    perform(getRequestFigures, {
      query: { window: FIGURE_WINDOW, client_id: client.client_id },
      caller,
    }),
    perform(listScopeUse, { params, caller }),
    perform(listIssues, {
      query: { client_id: client.client_id, state: "open", limit: MAX_ISSUES },
      caller,
    }),
    perform(listRequests, { query: { client_id: client.client_id, limit: READ }, caller }),
  ]);
  const isOldEnough = Date.now() - Date.parse(client.created_at) > USE_DAYS * DAY_MS;
  const isUnused = (name: string) => !use.some(({ scope }) => scope === name);
  return (
    <ClientOverview
      client={client}
      rotation={rotation}
      impact={impact.body}
      figures={figures.body}
      issues={issues.body.items}
      requests={requests.body.items}
      mayWrite={may(caller, "clients:write")}
      unused={isOldEnough ? client.scopes.permissions.filter(isUnused) : []}
      days={USE_DAYS}
      clientPath={clientPath}
    />
  );
}
