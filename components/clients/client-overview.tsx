import { manifestAddress } from "@/lib/api-client/client-calls";
import { Badge } from "../ui/badge";
import { buttonClass } from "../ui/button-class";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { LinkButton } from "../ui/link-button";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { ClientDangerZone } from "./client-danger-zone";
import type { ClientDetailView, ClientImpactView } from "./client-views";
import { clientTypeLabel } from "./client-words";
import { FirstSteps } from "./first-steps";
import { impactFacts } from "./impact-facts";
import { MomentOrNever } from "./moment-or-never";

export interface ClientOverviewProps {
  client: ClientDetailView;
  impact: ClientImpactView;
  clusterUrl: string;
  /** Whether this person may change the client. */
  mayWrite: boolean;
  /** Path of the client list. */
  listPath: string;
}

/** What a client is, whether it is in use, and what is still missing. */
export function ClientOverview(props: ClientOverviewProps) {
  const { client, impact, clusterUrl, mayWrite, listPath } = props;
  const clientPath = `${listPath}/${client.clientId}`;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        <FirstSteps client={client} impact={impact} clientPath={clientPath} />
        <Panel
          title="Identity"
          description="Sellers read the name on the consent page."
          actions={
            mayWrite ? (
              <LinkButton href={`${clientPath}/edit#identity`} size="small">
                Edit
              </LinkButton>
            ) : null
          }
        >
          <FactList facts={identityFacts(client)} />
        </Panel>
        <Panel title="Use">
          <FactList facts={impactFacts(impact)} />
        </Panel>
      </div>
      <div className="grid gap-6">
        <Panel
          title="Record"
          actions={
            <a
              href={manifestAddress(client)}
              download={`${client.slug}.manifest.json`}
              className={buttonClass("secondary", "small")}
            >
              Download manifest
            </a>
          }
        >
          <FactList facts={recordFacts(client)} />
        </Panel>
        {mayWrite ? (
          <ClientDangerZone client={client} listPath={listPath} clusterUrl={clusterUrl} />
        ) : null}
      </div>
    </div>
  );
}

function identityFacts(client: ClientDetailView): Fact[] {
  return [
    {
      label: "API key (client_id)",
      value: <Identifier value={client.clientId} what="API key" />,
    },
    {
      label: "Description",
      value: client.description ? (
        <p className="whitespace-pre-line">
          <bdi>{client.description}</bdi>
        </p>
      ) : (
        <span className="text-muted">None</span>
      ),
    },
    {
      label: "Base URL",
      value: client.baseUrl ? (
        <Identifier value={client.baseUrl} what="base URL" />
      ) : (
        <span className="text-muted">None: sellers cannot install it from here.</span>
      ),
    },
    { label: "Type", value: clientTypeLabel(client.clientType) },
    { label: "Tags", value: <Tags tags={client.tags} /> },
  ];
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className="text-muted">None</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}

function recordFacts(client: ClientDetailView): Fact[] {
  return [
    { label: "Company", value: client.companyId },
    { label: "Slug", value: <code className="font-mono text-sm">{client.slug}</code> },
    { label: "Grants", value: client.grants.length > 0 ? client.grants.join(", ") : "None" },
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
    { label: "Secret last used", value: <MomentOrNever value={client.lastUsedAt} /> },
  ];
}
