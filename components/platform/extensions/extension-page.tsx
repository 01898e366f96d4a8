import { useFormatter, useTranslations } from "next-intl";
import type { ExtensionObject } from "@/lib/platform/object-values";
import { Badge } from "../../ui/badge";
import { Chart } from "../../ui/chart";
import { CodeList } from "../../ui/code-list";
import { Timestamp } from "../../ui/timestamp";
import { CallChart, useCallFigures } from "../call-figures";
import { ExtensionStatus, ObjectLink, useColumns, VerifiedBadge } from "../columns";
import { ObjectPage, type ObjectPageProps, RelatedTable } from "../object-page";

/** Everything about one extension. */
export function ExtensionPage({ object, changes, mayWrite }: ObjectPageProps<ExtensionObject>) {
  const t = useTranslations("platform.extension");
  const list = useTranslations("platform.extensions");
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
      id={id}
      name={client.name}
      since={client.created_at}
      logoUri={object.logoUri}
      status={
        <>
          <ExtensionStatus suspended={client.suspended} isActive={client.is_active} />
          {client.listing_requested_at ? <Badge tone="warning">{list("requested")}</Badge> : null}
        </>
      }
      alert={
        client.suspended_at
          ? {
              title: t.rich("suspended", {
                when: () => <Timestamp value={client.suspended_at} />,
                who: () => <bdi>{object.suspendedBy ?? t("thePlatform")}</bdi>,
              }),
              text: client.reason,
              action: "status",
            }
          : undefined
      }
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          <ObjectLink
            kind="organization"
            id={client.organization_id}
            name={client.organization_name}
          />
          <VerifiedBadge isVerified={client.publisher_verified} />
        </span>
      }
      figures={[
        {
          label: t("installs"),
          value: format.number(impact.companies.total),
          note: t("installsChange", { added, removed, changed: added + removed }),
          href: "#companies",
        },
        ...useCallFigures(calls, requests),
        { label: t("liveTokens"), value: format.number(liveTokens) },
      ]}
      charts={
        <>
          {installs.some(({ count }) => count > 0) ? (
            <Chart
              label={t("installsChart")}
              series={[{ label: t("installs"), fill: "allowed" }]}
              bars={installs.map(({ day, count }) => ({ start: day, counts: [count] }))}
              hours={24}
            />
          ) : null}
          <CallChart calls={calls} filter={{ client_id: id }} />
        </>
      }
      facts={[
        { label: t("listing"), value: list(`listing.${client.listing}`) },
        {
          label: t("baseUrl"),
          value: <CodeList values={client.base_url ? [client.base_url] : []} none={t("none")} />,
        },
        {
          label: t("redirectUrls"),
          value: <CodeList values={client.redirect_urls} none={t("none")} />,
        },
        {
          label: t("lastCall"),
          value: <Timestamp value={impact.last_call_at} none="noneRecorded" />,
        },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <div id="companies">
        <CompanyTable rows={object.companies} total={impact.companies.total} />
      </div>
      <ScopeTable rows={object.scopes} installs={impact.companies.total} />
    </ObjectPage>
  );
}

type InstallRow = ExtensionObject["companies"][number];

function CompanyTable({ rows, total }: { rows: readonly InstallRow[]; total: number }) {
  const t = useTranslations("platform.extension");
  const { object, since, scopes, calls } = useColumns<InstallRow>();
  return (
    <RelatedTable
      title={t("companies", { total, shown: rows.length })}
      caption={t("companiesCaption")}
      empty={t("noCompanies")}
      rows={rows}
      rowKey={({ companyId, organizationId }) => String(companyId ?? organizationId)}
      columns={[
        object("company", ({ companyId, organizationId, name }) =>
          companyId === null
            ? { kind: "organization", id: String(organizationId), name }
            : { id: companyId, name },
        ),
        since((row) => row.since),
        scopes((row) => row.scopes),
        calls((row) => row),
      ]}
    />
  );
}

type ExtensionScope = ExtensionObject["scopes"][number];

function ScopeTable({ rows, installs }: { rows: readonly ExtensionScope[]; installs: number }) {
  const t = useTranslations("platform.extension");
  return (
    <RelatedTable
      title={t("scopes")}
      empty={t("noScopes")}
      all={{ href: "/platform/reviews", label: t("reviews") }}
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
          phone: "named",
          cell: ({ grants }) =>
            installs > 0 ? (
              <span className="tabular-nums">{t("grantedBy", { grants, installs })}</span>
            ) : null,
        },
      ]}
    />
  );
}

function Approval({ restricted, approved, decidedAt }: ExtensionScope) {
  const t = useTranslations("platform.extension");
  if (!restricted && approved === null) return null;
  const state = approved === null ? "waiting" : approved ? "approved" : "declined";
  const tone = { waiting: "warning", approved: "success", declined: "danger" } as const;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      <Badge tone={tone[state]}>{t(state)}</Badge>
      {decidedAt ? <Timestamp value={decidedAt} /> : null}
    </span>
  );
}
