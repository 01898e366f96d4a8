import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { presentQuickStart, QuickStart } from "@/components/developer/quick-start";
import { startSteps } from "@/components/developer/start-progress";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { requireClient } from "@/lib/clients/require-client";
import { mayConsent } from "@/lib/consent/may-consent";
import { env } from "@/lib/core/env/env";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";
import { listSandboxes } from "@/lib/developer-tools/sandbox/list-sandboxes";
import { findOpenPath } from "@/lib/gate/rules/rules-in-force";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { installAddress } from "@/lib/tenants/companies/launch-address";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("developer");
  return { title: t("quickStart.title") };
}

/** From a registered client to a first call, with the client's own values filled in. */
export default async function QuickStartPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const { client, secrets, caller } = await requireClient(params, `${clientPath}/quick-start`);
  const { base_url: baseUrl } = client;
  const [impact, sandboxes, scopes, search] = await Promise.all([
    perform(getImpact, { params, caller }),
    perform(listSandboxes, { caller }),
    describeScopes(client.scopes.permissions, await getLocale()),
    props.searchParams,
  ]);
  // The company that a code has come back from is first.
  const isAsked = ({ companyId }: { companyId: number }) =>
    String(companyId) === firstValue(search, "company");
  const view = presentQuickStart({
    client,
    secrets,
    clusterUrl: env().clusterUrl,
    hasSampleApi: hasSampleApi(),
    openPath: findOpenPath(client.scopes.permissions),
    sandboxes: sandboxes.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a))),
    installHref: (companyId) => baseUrl && installAddress(baseUrl, clientId, companyId),
    organizationInstallHref: baseUrl && installAddress(baseUrl, clientId, organizationId),
    person: { role: caller.role, mayConsent: mayConsent(caller.role) },
  });
  return (
    <QuickStart
      {...view}
      credentialsHref={`${clientPath}/credentials`}
      clientPath={clientPath}
      progress={startSteps(
        client.grants.includes("authorization_code"),
        client.last_used_at,
        impact.body,
      )}
      asked={scopes.map(({ sentence, name }) => sentence || name)}
      role={caller.role}
      mayWrite={may(caller, "clients:write")}
    />
  );
}
