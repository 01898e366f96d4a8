import { ScopeGroups } from "../scopes/scope-groups";
import { CodeBlock } from "../ui/code-block";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { Tabs } from "../ui/tabs";
import { Timestamp } from "../ui/timestamp";
import { ClientDangerZone } from "./client-danger-zone";
import { ClientSecrets } from "./client-secrets";
import {
  detailsSnippet,
  fdkSnippet,
  firstTokenSnippet,
  type SnippetValues,
} from "./client-snippets";
import type { ClientDetailView } from "./client-views";
import { clientTypeLabel, lifetimeInWords } from "./client-words";

export interface ClientDetailProps {
  client: ClientDetailView;
  /** Address of this installation in the form that SDKs accept. */
  clusterUrl: string;
  /** Whether this person may change the client. */
  mayWrite: boolean;
  /** Path of the client list. */
  listPath: string;
}

/** Everything about one client, in the order in which a developer needs it. */
export function ClientDetail({ client, clusterUrl, mayWrite, listPath }: ClientDetailProps) {
  const snippetValues = snippetValuesOf(client, clusterUrl);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <Panel title="Credentials" description="The API key is public. The secret never is.">
          <div className="grid gap-6">
            <FactList facts={[apiKeyFact(client)]} />
            <ClientSecrets client={client} snippetValues={snippetValues} mayWrite={mayWrite} />
          </div>
        </Panel>
        <Connect client={client} values={snippetValues} />
        <Panel
          title={client.scopes.length === 1 ? "1 scope" : `${client.scopes.length} scopes`}
          description="The most it may ask a seller for, in the words that sellers read."
        >
          {client.scopes.length > 0 ? (
            <ScopeGroups scopes={client.scopes} rawNames />
          ) : (
            <p className="text-muted">None. Authorize requests for any scope are refused.</p>
          )}
        </Panel>
      </div>
      <div className="grid gap-6">
        <Panel title="Addresses">
          <FactList facts={addressFacts(client)} />
        </Panel>
        <Panel title="Tokens">
          <FactList facts={lifetimeFacts(client)} />
        </Panel>
        <Panel title="Record">
          <FactList facts={recordFacts(client)} />
        </Panel>
        {mayWrite ? <ClientDangerZone client={client} listPath={listPath} /> : null}
      </div>
    </div>
  );
}

function apiKeyFact(client: ClientDetailView): Fact {
  return {
    label: "API key (client_id)",
    value: <Identifier value={client.clientId} what="API key" />,
  };
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

function Connect({ client, values }: { client: ClientDetailView; values: SnippetValues }) {
  const { clusterUrl } = values;
  const scopes = client.scopes.map((scope) => scope.name);
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

function addressFacts(client: ClientDetailView): Fact[] {
  return [
    {
      label: "Base URL",
      value: client.baseUrl ? (
        <Identifier value={client.baseUrl} what="base URL" />
      ) : (
        <span className="text-muted">None: sellers cannot install it from here.</span>
      ),
    },
    {
      label: "Redirect URLs",
      value:
        client.redirectUrls.length > 0 ? (
          <ul className="grid gap-1.5">
            {client.redirectUrls.map((url) => (
              <li key={url}>
                <Identifier value={url} what="redirect URL" />
              </li>
            ))}
          </ul>
        ) : (
          <span className="text-muted">None: every authorize request is refused.</span>
        ),
    },
  ];
}

function lifetimeFacts(client: ClientDetailView): Fact[] {
  return [
    { label: "Offline access token", value: <Lifetime seconds={client.accessTokenLifetime} /> },
    { label: "Refresh token", value: <Lifetime seconds={client.refreshTokenLifetime} /> },
    {
      label: "At a refresh",
      value: client.rotatesRefreshTokens ? "A new refresh token" : "The same refresh token again",
    },
    { label: "PKCE", value: client.requiresPkce ? "Required" : "Not required" },
  ];
}

function Lifetime({ seconds }: { seconds: number }) {
  return (
    <>
      {lifetimeInWords(seconds)} <span className="text-muted text-sm">({seconds} s)</span>
    </>
  );
}

function recordFacts(client: ClientDetailView): Fact[] {
  return [
    { label: "Type", value: clientTypeLabel(client.clientType) },
    { label: "Company", value: client.companyId },
    { label: "Slug", value: <code className="font-mono text-sm">{client.slug}</code> },
    {
      label: "Grants",
      value: client.grants.length > 0 ? client.grants.join(", ") : "None",
    },
    { label: "Record id", value: <Identifier value={client.recordId} what="record id" /> },
    {
      label: "Created",
      value: (
        <>
          <Timestamp value={client.createdAt} /> by <bdi>{client.author}</bdi>
        </>
      ),
    },
    { label: "Changed", value: <Timestamp value={client.modifiedAt} /> },
    {
      label: "Last used",
      value: client.lastUsedAt ? (
        <Timestamp value={client.lastUsedAt} />
      ) : (
        <span className="text-muted">Never</span>
      ),
    },
  ];
}
