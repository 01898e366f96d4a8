import { ClientOverview } from "@/components/clients/client-overview";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { requireClient } from "@/lib/clients/require-client";
import { listScopeUse } from "@/lib/clients/scope-use/list-scope-use";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { env } from "@/lib/core/env";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { getActivity } from "@/lib/requests/get-activity";
import { listIssues } from "@/lib/requests/issues/list-issues";
import { listRequests } from "@/lib/requests/log/list-requests";

const DAY_MS = 86_400_000;
const ISSUES = 6;
/** More than are shown: equal failures in a row share one. */
const READ = 50;

/** The overview of one client: its health, its users, and what needs attention. */
export default async function ClientPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const params = await props.params;
  const clientPath = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const { client, rotation, caller } = await requireClient(params, clientPath);
  const [impact, activity, use, issues, requests] = await Promise.all([
    perform(getImpact, { params, caller }),
    perform(getActivity, { params, query: { window: "30d" }, caller }),
    perform(listScopeUse, { params, caller }),
    perform(listIssues, {
      query: { client_id: client.client_id, state: "open", limit: ISSUES },
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
      activity={activity.body}
      issues={issues.body.items}
      requests={requests.body.items}
      mayWrite={may(caller, "clients:write")}
      unused={isOldEnough ? client.scopes.permissions.filter(isUnused) : []}
      days={USE_DAYS}
      clusterUrl={env().clusterUrl}
      clientPath={clientPath}
    />
  );
}
