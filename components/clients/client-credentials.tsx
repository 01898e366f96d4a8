import { CodeBlock } from "../ui/code-block";
import { FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { Tabs } from "../ui/tabs";
import { ClientSecrets, type ClientSecretsProps } from "./client-secrets";
import {
  detailsSnippet,
  fdkSnippet,
  firstTokenSnippet,
  type SnippetValues,
} from "./client-snippets";
import type { ClientDetailView } from "./client-views";

export interface ClientCredentialsProps extends Omit<ClientSecretsProps, "client" | "values"> {
  client: ClientDetailView;
}

/** What an extension signs in with, and where it goes with it. */
export function ClientCredentials({ client, ...secrets }: ClientCredentialsProps) {
  const values = snippetValuesOf(client, secrets.clusterUrl);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Panel title="Credentials" description="The API key is public. The secret never is.">
        <div className="grid gap-6">
          <FactList
            facts={[
              {
                label: "API key (client_id)",
                value: <Identifier value={client.clientId} what="API key" />,
              },
            ]}
          />
          <ClientSecrets client={client} values={values} {...secrets} />
        </div>
      </Panel>
      <Connect scopes={client.scopes} values={values} />
    </div>
  );
}

/** The secret stands in a shell variable: this page does not know it. */
function snippetValuesOf(client: ClientDetailView, clusterUrl: string): SnippetValues {
  return {
    clusterUrl,
    organizationId: client.organizationId,
    clientId: client.clientId,
    secret: "$EXTENSION_API_SECRET",
    baseUrl: client.baseUrl ?? "",
    grants: client.grants,
  };
}

function Connect({ scopes, values }: { scopes: readonly string[]; values: SnippetValues }) {
  const { clusterUrl } = values;
  return (
    <Panel
      title="Connect the extension"
      description="Set the cluster URL in the extension’s configuration; nothing else in it changes."
    >
      <div className="grid gap-6">
        <div className="grid gap-1">
          <p className="font-semibold">Cluster URL</p>
          <Identifier value={clusterUrl} what="cluster URL" />
          <p className="text-muted text-sm">
            SDKs refuse <code className="font-mono">localhost</code> and hosts without a dot; on
            your own machine write <code className="font-mono">127.0.0.1</code>.
          </p>
        </div>
        <Tabs
          label="Examples"
          tabs={[
            {
              value: "check",
              label: "Check the key",
              content: <CodeBlock label="Key, secret and address" code={detailsSnippet(values)} />,
            },
            {
              value: "token",
              label: "First token",
              content: <CodeBlock label="First token" code={firstTokenSnippet(values)} />,
            },
            {
              value: "fdk",
              label: "FDK for JavaScript",
              content: <CodeBlock label="Extension set-up" code={fdkSnippet(values, scopes)} />,
            },
          ]}
        />
      </div>
    </Panel>
  );
}
