import { useTranslations } from "next-intl";
import { targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { docsAddress } from "../docs/docs-address";
import { LinkButton } from "../ui/button";
import { FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { ClientSecrets, type ClientSecretsProps } from "./client-secrets";
import { EXAMPLE_BASE_URL } from "./client-snippets";

export interface ClientCredentialsProps extends Omit<ClientSecretsProps, "client" | "values"> {
  client: ClientResponse;
  clientPath: string;
}

/** The credentials of an extension, and how to connect with them. */
export function ClientCredentials({ client, clientPath, ...secrets }: ClientCredentialsProps) {
  const { clusterUrl } = secrets;
  const { organizationId, clientId } = targetOf(client);
  const { grants, slug } = client;
  const scopes = client.scopes.permissions;
  const baseUrl = client.base_url ?? EXAMPLE_BASE_URL;
  const values = { clusterUrl, organizationId, clientId, baseUrl, grants, scopes };
  const t = useTranslations("clientPages.credentials");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel title={t("title")} description={t("what")}>
        <div className="grid gap-6">
          <FactList
            facts={[
              {
                label: t("apiKey"),
                value: <Identifier value={clientId} what={t("apiKeyCopied")} />,
              },
              {
                label: t("clusterUrl"),
                value: <Identifier value={clusterUrl} what={t("clusterUrlCopied")} />,
              },
            ]}
          />
          <ClientSecrets client={{ organizationId, clientId, slug }} values={values} {...secrets} />
        </div>
      </Panel>
      <Panel title={t("connect")} description={t("connectWhat")}>
        <div className="grid justify-items-start gap-4">
          <LinkButton href={`${clientPath}/quick-start`}>{t("quickStart")}</LinkButton>
          <LinkButton href={`${clientPath}/try`}>{t("tryIt")}</LinkButton>
          <a
            href={docsAddress({ client_id: clientId, organization_id: organizationId })}
            className="inline-link"
          >
            {t("apiReference")}
          </a>
          <p className="text-muted text-sm">{t("connectFormats")}</p>
        </div>
      </Panel>
    </div>
  );
}
