import { getLocale } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { Connect } from "@/components/developer/connect";
import { TryIt } from "@/components/developer/try-it";
import { ClientMessages } from "@/components/shell/client-messages";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { requireClient } from "@/lib/clients/require-client";
import { mayConsent } from "@/lib/consent/may-consent";
import { firstValue } from "@/lib/core/http/search-params";
import { COMPANY_ID, EXAMPLE_BASE_URL } from "@/lib/core/snippets/client-snippets";
import { playgroundSteps, tryTools } from "@/lib/developer-tools/playground/values";
import { exampleValues, fillExamples } from "@/lib/developer-tools/quick-start/fill-examples";
import { hasSampleApi } from "@/lib/developer-tools/sample-api/has-sample-api";
import { listSandboxes } from "@/lib/developer-tools/sandbox/run-sandbox-action";
import { findOpenPath } from "@/lib/gate/rules/rules-in-force";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { installAddress } from "@/lib/tenants/companies/extensions";

export const generateMetadata = titled("developer.connect.title");

/** From a registered client to the first call of its own program, and the tools to try it in a sandbox. */
export default async function ConnectPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const clientPath = `/organization/${organizationId}/clients/${clientId}`;
  const search = await props.searchParams;
  const tool = tryTools.find((name) => name === firstValue(search, "tool")) ?? "flow";
  const { client, secrets, caller } = await requireClient(params, `${clientPath}/connect`);
  const [impact, unsorted, scopes] = await Promise.all([
    perform(getImpact, { params, caller }),
    perform(listSandboxes, { caller }),
    describeScopes(client.scopes.permissions, await getLocale()),
  ]);
  // The company that a code has come back from is first.
  const isAsked = ({ companyId }: { companyId: number }) =>
    String(companyId) === firstValue(search, "company");
  const sandboxes = unsorted.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
  const joined = sandboxes.filter(({ role }) => role !== null);
  const { base_url: registeredUrl, redirect_urls: redirectUrls } = client;
  const baseUrl = (registeredUrl ?? EXAMPLE_BASE_URL).replace(/\/+$/, "");
  const companyId = String(joined[0]?.companyId ?? COMPANY_ID.name);
  const organizationCallback = `${baseUrl}/adm/auth`;
  return (
    <Connect
      client={client}
      impact={impact.body}
      examples={fillExamples(
        exampleValues(client, secrets, {
          baseUrl,
          companyId,
          openPath: findOpenPath(client.scopes.permissions),
        }),
      )}
      exampleBaseUrl={baseUrl}
      clientPath={clientPath}
      mayWrite={may(caller, "clients:write")}
      obstacle={registeredUrl === null ? "noBaseUrl" : client.is_active ? null : "inactive"}
      installTargets={joined.map((company) => ({
        ...company,
        href: installAddress(baseUrl, clientId, company.companyId),
      }))}
      organizationHref={installAddress(baseUrl, clientId, organizationId)}
      unregisteredCallback={
        redirectUrls.includes(organizationCallback) ? null : organizationCallback
      }
      lackingRole={mayConsent(caller.role) ? null : caller.role}
    >
      <ClientMessages namespaces={["developer"]}>
        <TryIt
          tool={tool}
          client={{ organizationId, clientId }}
          sandboxes={sandboxes}
          redirectUrls={redirectUrls}
          baseUrl={registeredUrl}
          isActive={client.is_active}
          steps={playgroundSteps.filter((step) => step !== "call" || hasSampleApi())}
          asked={scopes.map(({ sentence, name }) => sentence || name)}
          lackingRole={may(caller, "clients:write") ? null : caller.role}
          logPath={`${clientPath}/requests`}
        />
      </ClientMessages>
    </Connect>
  );
}
