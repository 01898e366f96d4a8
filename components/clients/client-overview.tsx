import { useTranslations } from "next-intl";
import { manifestAddress } from "@/lib/api/client/client-calls";
import type { ClientImpact } from "@/lib/clients/impact/schemas";
import { Badge } from "../ui/badge";
import { buttonClass, LinkButton } from "../ui/button";
import { type Fact, FactList } from "../ui/fact-list";
import { Identifier } from "../ui/identifier";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { ClientDangerZone } from "./client-danger-zone";
import { ClientListingPanel } from "./client-listing-panel";
import { ClientLogoPanel } from "./client-logo-panel";
import type { ClientDetailView } from "./client-views";
import { clientTypeLabel } from "./client-words";
import { FirstSteps } from "./first-steps";
import { impactFacts } from "./impact-facts";
import { ReviewNotices } from "./review-notices";
import { TimestampOrNever } from "./timestamp-or-never";

export interface ClientOverviewProps {
  client: ClientDetailView;
  impact: ClientImpact;
  clusterUrl: string;
  /** Whether this person may change the client. */
  mayWrite: boolean;
  listPath: string;
}

/** The overview of a client: its settings, whether it is in use, and its next steps. */
export function ClientOverview(props: ClientOverviewProps) {
  const { client, impact, clusterUrl, mayWrite, listPath } = props;
  const clientPath = `${listPath}/${client.clientId}`;
  const t = useTranslations("clientPages");
  const impactWords = useTranslations("client.impact");
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid gap-6">
        {client.suspensionReason ? <Suspended reason={client.suspensionReason} /> : null}
        <ReviewNotices client={client} />
        <FirstSteps client={client} impact={impact} clientPath={clientPath} />
        <Panel
          title={t("overview.identity")}
          description={t("overview.identityWhat")}
          actions={
            mayWrite ? (
              <LinkButton href={`${clientPath}/edit#identity`} size="small">
                {t("edit")}
              </LinkButton>
            ) : null
          }
        >
          <IdentityFacts client={client} />
        </Panel>
        <Panel title={t("overview.use")}>
          <FactList facts={impactFacts(impactWords, impact)} />
        </Panel>
      </div>
      <div className="grid gap-6">
        <Panel
          title={t("overview.record")}
          actions={
            <a
              href={manifestAddress(client)}
              download={`${client.slug}.manifest.json`}
              className={buttonClass("secondary", "small")}
            >
              {t("overview.downloadManifest")}
            </a>
          }
        >
          <RecordFacts client={client} />
        </Panel>
        {mayWrite ? <ClientListingPanel client={client} /> : null}
        {mayWrite ? <ClientLogoPanel client={client} /> : null}
        {mayWrite ? (
          <ClientDangerZone client={client} listPath={listPath} clusterUrl={clusterUrl} />
        ) : null}
      </div>
    </div>
  );
}

function Suspended({ reason }: { reason: string }) {
  const t = useTranslations("client.suspended");
  return (
    <Notice tone="warning" title={t("title")}>
      <p>{t("reason", { reason })}</p>
      <p>{t("next")}</p>
    </Notice>
  );
}

function IdentityFacts({ client }: { client: ClientDetailView }) {
  const t = useTranslations("clientPages.overview");
  const words = useTranslations("clientWords");
  const facts: Fact[] = [
    {
      label: t("apiKey"),
      value: <Identifier value={client.clientId} what={t("apiKeyCopied")} />,
    },
    {
      label: t("description"),
      value: client.description ? (
        <p className="whitespace-pre-line">
          <bdi>{client.description}</bdi>
        </p>
      ) : (
        <None />
      ),
    },
    {
      label: t("baseUrl"),
      value: client.baseUrl ? (
        <Identifier value={client.baseUrl} what={t("baseUrlCopied")} />
      ) : (
        <span className="text-muted">{t("noBaseUrl")}</span>
      ),
    },
    ...contactFacts(t, client),
    { label: t("type"), value: clientTypeLabel(words, client.clientType) },
    { label: t("tags"), value: <Tags tags={client.tags} /> },
  ];
  return <FactList facts={facts} />;
}

/** The support and legal pages that are set. */
function contactFacts(
  t: ReturnType<typeof useTranslations<"clientPages.overview">>,
  { supportEmail, policyUri, tosUri }: ClientDetailView,
): Fact[] {
  const contacts = [
    { label: t("supportEmail"), value: supportEmail },
    { label: t("policyUri"), value: policyUri },
    { label: t("tosUri"), value: tosUri },
  ];
  return contacts.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
}

function None() {
  const t = useTranslations("clientPages");
  return <span className="text-muted">{t("none")}</span>;
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <None />;
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

function RecordFacts({ client }: { client: ClientDetailView }) {
  const t = useTranslations("clientPages.overview");
  const facts: Fact[] = [
    { label: t("company"), value: client.companyId },
    { label: t("slug"), value: <code className="font-mono text-sm">{client.slug}</code> },
    {
      label: t("grants"),
      value: client.grants.length > 0 ? client.grants.join(", ") : <None />,
    },
    {
      label: t("recordId"),
      value: <Identifier value={client.recordId} what={t("recordIdCopied")} />,
    },
    {
      label: t("created"),
      value: t.rich("createdBy", {
        when: () => <Timestamp value={client.createdAt} />,
        person: () => <bdi>{client.author}</bdi>,
      }),
    },
    { label: t("changed"), value: <Timestamp value={client.modifiedAt} /> },
    { label: t("secretLastUsed"), value: <TimestampOrNever value={client.lastUsedAt} /> },
  ];
  return <FactList facts={facts} />;
}
