import { useTranslations } from "next-intl";
import { targetOf } from "@/lib/api/client/client-calls";
import type { ClientResponse } from "@/lib/clients/schemas";
import { EXAMPLE_BASE_URL } from "@/lib/core/snippets/client-snippets";
import { FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { ClientSecrets, type ClientSecretsProps } from "./client-secrets";

export interface ClientCredentialsProps extends Omit<ClientSecretsProps, "client" | "values"> {
  client: ClientResponse;
}

/** The credentials of an extension, where they are shown, made, and revoked. */
export function ClientCredentials({ client, ...secrets }: ClientCredentialsProps) {
  const { clusterUrl } = secrets;
  const { organizationId, clientId } = targetOf(client);
  const { grants, slug } = client;
  const scopes = client.scopes.permissions;
  const baseUrl = client.base_url ?? EXAMPLE_BASE_URL;
  const values = { clusterUrl, organizationId, clientId, baseUrl, grants, scopes };
  const t = useTranslations("clientPages.credentials");
  return (
    <Panel title={t("title")} description={t("what")}>
      <div className="grid gap-6">
        <FactList
          facts={[
            { label: t("apiKey"), value: <Identifier value={clientId} what={t("apiKeyCopied")} /> },
            {
              label: t("clusterUrl"),
              value: <Identifier value={clusterUrl} what={t("clusterUrlCopied")} />,
            },
          ]}
        />
        <ClientSecrets client={{ organizationId, clientId, slug }} values={values} {...secrets} />
      </div>
    </Panel>
  );
}
