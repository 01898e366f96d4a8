import { getLocale } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { ClientDangerZone } from "@/components/clients/client-danger-zone";
import { ClientRecord } from "@/components/clients/client-record";
import { Configuration } from "@/components/clients/configuration/configuration";
import { SectionIndex } from "@/components/clients/configuration/section-index";
import { ReviewNotices } from "@/components/clients/review-notices";
import { Hydrated } from "@/components/shell/hydrated";
import { targetOf } from "@/lib/api/client/client-calls";
import { listScopeUse } from "@/lib/clients/figures/list-client-figures";
import { requireClient } from "@/lib/clients/require-client";
import { USE_DAYS } from "@/lib/consent/scope-use/values";
import { env } from "@/lib/core/env/env";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { findUnknownScopes, listKnownScopes } from "@/lib/protocol/scopes/describe-scopes";

const DAY_MS = 86_400_000;

export const generateMetadata = titled("clientPages.configuration.tab");

/** Everything that can be changed of a client. */
export default async function ConfigurationPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const listPath = `/organization/${params.organization_id}/clients`;
  const clientPath = `${listPath}/${params.client_id}`;
  const { client, caller } = await requireClient(params, `${clientPath}/configuration`);
  const [catalogue, unknown, use] = await Promise.all([
    listKnownScopes(await getLocale()),
    findUnknownScopes(client.scopes.permissions),
    perform(listScopeUse, { caller, params }),
  ]);
  const isOldEnough = Date.now() - Date.parse(client.created_at) > USE_DAYS * DAY_MS;
  const calls = Object.fromEntries(use.map((each) => [each.scope, each.calls]));
  const mayWrite = may(caller, "clients:write");
  const mayReadAudit = may(caller, "audit:read");
  const target = targetOf(client);
  const { clusterUrl } = env();
  return (
    <div className="grid items-start gap-x-6 gap-y-3 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SectionIndex mayWrite={mayWrite} />
      <div className="grid min-w-0 gap-4">
        <ReviewNotices client={client} />
        <Hydrated namespaces={["client", "clientForm", "clientWords", "events", "logo", "scopes"]}>
          <Configuration
            client={client}
            clusterUrl={clusterUrl}
            mayWrite={mayWrite}
            scopes={{
              catalogue,
              use: calls,
              isOldEnough,
              days: USE_DAYS,
              nearest: Object.fromEntries(unknown.map(({ name, nearest }) => [name, nearest])),
            }}
          >
            <ClientRecord client={client} mayWrite={mayWrite} mayReadAudit={mayReadAudit} />
            {mayWrite ? (
              <ClientDangerZone
                client={{ ...target, name: client.meta.name, isActive: client.is_active }}
                listPath={listPath}
                clusterUrl={clusterUrl}
              />
            ) : null}
          </Configuration>
        </Hydrated>
      </div>
    </div>
  );
}
