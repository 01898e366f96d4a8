import { useFormatter, useTranslations } from "next-intl";
import type { CompanyObject, InstalledRow } from "@/lib/platform/object-values";
import { Badge } from "../../ui/badge";
import { Identifier } from "../../ui/identifier";
import { Timestamp } from "../../ui/timestamp";
import { CallChart, useCallFigures } from "../call-figures";
import { StatusBadge } from "../common-columns";
import { MemberList } from "../member-list";
import {
  CallCount,
  ObjectLink,
  ObjectPage,
  type ObjectPageProps,
  ObjectTable,
  RelatedList,
} from "../object-page";

/** Everything about one company. */
export function CompanyPage({ object, changes, mayWrite }: ObjectPageProps<CompanyObject>) {
  const t = useTranslations("platform.company");
  const list = useTranslations("platform.companies");
  const format = useFormatter();
  const { company, organizationId, extensions, members, calls } = object;
  const id = String(company.company_id);
  const total = extensions[0]?.total ?? 0;
  return (
    <ObjectPage
      kind="company"
      object={company}
      name={company.name}
      target={`company:${id}`}
      status={
        <>
          <StatusBadge status={company.status} />
          {company.is_sandbox ? <Badge>{list("sandbox")}</Badge> : null}
        </>
      }
      figures={[
        { label: t("extensions"), value: format.number(total), note: t("now") },
        { label: t("people"), value: format.number(members.total), note: t("now") },
        ...useCallFigures(calls, `/platform/requests?${new URLSearchParams({ company_id: id })}`),
      ]}
      charts={<CallChart calls={calls} filter={{ company_id: id }} />}
      facts={[
        { label: t("id"), value: <Identifier value={id} what={t("id")} /> },
        { label: list("source"), value: list(company.is_external ? "directory" : "local") },
        ...(organizationId
          ? [
              {
                label: t("ownOf"),
                value: <ObjectLink kind="organization" id={organizationId} name={organizationId} />,
              },
            ]
          : []),
        { label: t("created"), value: <Timestamp value={company.created_at} day /> },
      ]}
      changes={changes}
      mayWrite={mayWrite}
    >
      <RelatedList
        title={t("extensionsOf", { total, shown: extensions.length })}
        description={t("extensionsWhat")}
        empty={t("noExtensions")}
        isEmpty={total === 0}
      >
        <InstalledTable rows={extensions} />
      </RelatedList>
      <MemberList members={members} />
    </ObjectPage>
  );
}

function InstalledTable({ rows }: { rows: readonly InstalledRow[] }) {
  const t = useTranslations("platform.company");
  return (
    <ObjectTable
      caption={t("extensions")}
      rows={rows}
      rowKey={({ clientId }) => clientId}
      columns={[
        {
          key: "name",
          label: t("extension"),
          cell: ({ clientId, name }) => <ObjectLink kind="extension" id={clientId} name={name} />,
        },
        {
          key: "publisher",
          label: t("publisher"),
          width: "sm:w-44",
          cell: ({ organizationId, organizationName }) => (
            <ObjectLink kind="organization" id={organizationId} name={organizationName} />
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
