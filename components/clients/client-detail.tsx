import type { ReactNode } from "react";
import { ScopeGroups } from "../scopes/scope-groups";
import { CodeBlock } from "../ui/code-block";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Panel } from "../ui/panel";
import { Tabs } from "../ui/tabs";
import { Timestamp } from "../ui/timestamp";
import { detailsSnippet, fdkSnippet, firstTokenSnippet } from "./client-snippets";
import type { ClientDetailView, ClientSecretSummary } from "./client-views";
import { clientTypeLabel, lifetimeInWords } from "./client-words";

export interface ClientDetailProps {
  client: ClientDetailView;
  /** Address of this installation in the form that SDKs accept. */
  clusterUrl: string;
  /** Deactivate and delete, for those who may. */
  children?: ReactNode;
}

/** Everything about one client, in the order in which a developer needs it. */
export function ClientDetail({ client, clusterUrl, children }: ClientDetailProps) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <Panel title="Credentials" description="The API key is public. The secret never is.">
          <FactList facts={credentialFacts(client)} />
        </Panel>
        <Connect client={client} clusterUrl={clusterUrl} />
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
        <Panel title="Lifetimes">
          <FactList facts={lifetimeFacts(client)} />
        </Panel>
        <Panel title="Record">
          <FactList facts={recordFacts(client)} />
        </Panel>
        {children}
      </div>
    </div>
  );
}

function credentialFacts(client: ClientDetailView): Fact[] {
  return [
    {
      label: "API key (client_id)",
      value: <Identifier value={client.clientId} what="API key" />,
    },
    {
      label: client.secrets.length === 1 ? "API secret" : "API secrets",
      value: (
        <ul className="grid gap-2">
          {client.secrets.map((secret) => (
            <SecretLine key={secret.id} secret={secret} />
          ))}
        </ul>
      ),
    },
  ];
}

function SecretLine({ secret }: { secret: ClientSecretSummary }) {
  return (
    <li>
      <code className="font-mono text-sm">
        <span aria-hidden="true">lks_••••••••</span>
        <span className="sr-only">Ends with </span>
        {secret.lastFour}
      </code>
      <p className="text-muted text-sm">
        Created <Timestamp value={secret.createdAt} />
        {secret.expiresAt ? (
          <>
            , accepted until <Timestamp value={secret.expiresAt} />
          </>
        ) : null}
      </p>
    </li>
  );
}

function Connect({ client, clusterUrl }: { client: ClientDetailView; clusterUrl: string }) {
  const values = {
    clusterUrl,
    organizationId: client.organizationId,
    clientId: client.clientId,
    secret: "$EXTENSION_API_SECRET",
    baseUrl: client.baseUrl ?? "",
  };
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
              content: <CodeBlock label="Client credentials" code={firstTokenSnippet(values)} />,
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
    { label: "Record id", value: <Identifier value={client.recordId} what="record id" /> },
    { label: "Created", value: <Timestamp value={client.createdAt} /> },
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
