import { useFormatter, useTranslations } from "next-intl";
import type { ExtensionObject, ExtensionScope, InstallRow } from "@/lib/platform/object-values";
import { LastCall } from "../../clients/timestamp-or-never";
import { Badge } from "../../ui/badge";
import { Chart } from "../../ui/chart";
import { Identifier } from "../../ui/identifier";
import { Timestamp } from "../../ui/timestamp";
import { CallChart, useCallFigures } from "../call-figures";
import { StatusBadge } from "../common-columns";
import {
  CallCount,
  ObjectLink,
  ObjectPage,
  type ObjectPageProps,
  ObjectTable,
  RelatedList,
} from "../object-page";

/** Everything about one extension. */
export function ExtensionPage({ object, changes, mayWrite }: ObjectPageProps<ExtensionObject>) {
  const t = useTranslations("platform.extension");
  const listings = useTranslations("platform.extensions.listing");
  const format = useFormatter();
  const { client, impact, calls, installs, added, removed } = object;
  const { client_id: id } = client;
  const requests = `/platform/requests?${new URLSearchParams({ client_id: id })}`;
  const { live_tokens: tokens } = impact;
  const liveTokens = tokens.offline + tokens.online + tokens.client_credentials + tokens.refresh;
  return (
    <ObjectPage
      kind="extension"
      object={client}
      name={client.name}
      target={`client:${id}`}
      logoUri={object.logoUri}
      status={<Badges client={client} />}
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          <ObjectLink
            kind="organization"
            id={client.organization_id}
            name={client.organization_name}
          />
          <Badge tone={client.publisher_verified ? "success" : "warning"}>
            {t(client.publisher_verified ? "verified" : "unverified")}
          </Badge>
        </span>
      }
      figures={[
        {
          label: t("installs"),
          value: format.number(impact.companies.total),
          note: t("installsChange", { added, removed }),
          href: "#companies",
        },
        ...useCallFigures(calls, requests),
        { label: t("liveTokens"), value: format.number(liveTokens), note: t("now") },
      ]}
      charts={
        <>
          <Chart
            label={t("installsChart")}
            series={[{ label: t("installs"), fill: "allowed" }]}
            bars={installs.map(({ day, count }) => ({ start: day, counts: [count] }))}
            hours={24}
          />
          <CallChart calls={calls} filter={{ client_id: id }} />
        </>
      }
      facts={[
        { label: t("id"), value: <Identifier value={id} what={t("id")} /> },
        { label: t("listing"), value: listings(client.listing) },
        {
          label: t("baseUrl"),
          value: client.base_url ? (
            <code className="wrap-anywhere font-mono text-sm">{client.base_url}</code>
          ) : (
            <span className="text-muted">{t("none")}</span>
          ),
        },
        {
          label: t("redirectUrls"),
          value: (
            <ul className="grid gap-1">
              {client.redirect_urls.map((url) => (
                <li key={url}>
                  <code className="wrap-anywhere font-mono text-sm">{url}</code>
                </li>
              ))}
            </ul>
          ),
        },
        { label: t("lastCall"), value: <LastCall value={impact.last_call_at} /> },
        { label: t("created"), value: <Timestamp value={client.created_at} day /> },
        ...(client.suspended
          ? [{ label: t("suspendedFor"), value: <bdi>{client.reason}</bdi> }]
          : []),
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <div id="companies">
        <RelatedList
          title={t("companies", { total: impact.companies.total, shown: object.companies.length })}
          description={t("companiesWhat")}
          empty={t("noCompanies")}
          isEmpty={object.companies.length === 0}
        >
          <CompanyTable rows={object.companies} />
        </RelatedList>
      </div>
      <RelatedList
        title={t("scopes")}
        description={t("scopesWhat")}
        empty={t("noScopes")}
        isEmpty={object.scopes.length === 0}
        all={{ href: "/platform/reviews", label: t("reviews") }}
      >
        <ScopeTable rows={object.scopes} installs={impact.companies.total} />
      </RelatedList>
    </ObjectPage>
  );
}

function Badges({ client }: { client: ExtensionObject["client"] }) {
  const t = useTranslations("platform.extensions");
  if (client.suspended) return <StatusBadge status="suspended" />;
  if (!client.is_active) return <Badge>{t("table.inactive")}</Badge>;
  return (
    <>
      <StatusBadge status="active" />
      {client.listing_requested_at ? <Badge tone="warning">{t("requested")}</Badge> : null}
    </>
  );
}

function CompanyTable({ rows }: { rows: readonly InstallRow[] }) {
  const t = useTranslations("platform.extension");
  return (
    <ObjectTable
      caption={t("companiesCaption")}
      rows={rows}
      rowKey={({ companyId, organizationId }) => String(companyId ?? organizationId)}
      columns={[
        {
          key: "name",
          label: t("company"),
          cell: ({ companyId, organizationId, name }) =>
            companyId === null ? (
              <ObjectLink kind="organization" id={String(organizationId)} name={name} />
            ) : (
              <ObjectLink kind="company" id={companyId} name={name} />
            ),
        },
        {
          key: "since",
          label: t("since"),
          width: "sm:w-32",
          cell: ({ since }) => <Timestamp value={since} day />,
        },
        {
          key: "scopes",
          label: t("scopes"),
          width: "sm:w-20",
          phone: "none",
          align: "end",
          cell: ({ scopes }) => <span className="tabular-nums">{scopes}</span>,
        },
        {
          key: "calls",
          label: t("calls"),
          width: "sm:w-40",
          align: "end",
          cell: (row) => <CallCount {...row} />,
        },
      ]}
    />
  );
}

function ScopeTable({ rows, installs }: { rows: readonly ExtensionScope[]; installs: number }) {
  const t = useTranslations("platform.extension");
  return (
    <ObjectTable
      caption={t("scopes")}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          label: t("scope"),
          grows: true,
          cell: ({ name, title }) => (
            <span className="grid min-w-0">
              {title ? <bdi className="wrap-anywhere">{title}</bdi> : null}
              <code className="wrap-anywhere font-mono text-muted text-sm">{name}</code>
            </span>
          ),
        },
        {
          key: "approval",
          label: t("approval"),
          width: "sm:w-40",
          cell: (scope) => <Approval {...scope} />,
        },
        {
          key: "granted",
          label: t("granted"),
          width: "sm:w-28",
          align: "end",
          cell: ({ grants }) => (
            <span className="tabular-nums">{t("grantedBy", { grants, installs })}</span>
          ),
        },
      ]}
    />
  );
}

function Approval({ restricted, approved, decidedAt }: ExtensionScope) {
  const t = useTranslations("platform.extension");
  if (!restricted && approved === null)
    return <span className="text-muted text-sm">{t("notNeeded")}</span>;
  const state = approved === null ? "waiting" : approved ? "approved" : "declined";
  const tone = { waiting: "warning", approved: "success", declined: "danger" } as const;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      <Badge tone={tone[state]}>{t(state)}</Badge>
      {decidedAt ? <Timestamp value={decidedAt} day /> : null}
    </span>
  );
}
