import { useTranslations } from "next-intl";
import type { ClientGrant } from "@/lib/clients/grants/schemas";
import { FilteredList } from "../list/filtered-list";
import { LinkButton } from "../ui/button";
import { DataTable } from "../ui/data-table";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";
import { LastCall } from "./timestamp-or-never";

export interface ClientCompaniesProps {
  grants: readonly ClientGrant[];
  /** Grants over all pages. */
  total: number;
  page: number;
  pageSize: number;
  clientPath: string;
}

/** Who has the extension installed, with what, and whether it is in use there. */
export function ClientCompanies(props: ClientCompaniesProps) {
  const { grants, total, page, pageSize, clientPath } = props;
  const path = `${clientPath}/companies`;
  const t = useTranslations("clientPages.companies");
  return (
    <Panel title={t("title")} description={t("what")} padded={false}>
      <FilteredList
        isFiltered={false}
        page={page}
        pageSize={pageSize}
        total={total}
        noun={t("noun", { count: total })}
        hrefOf={(next) => `${path}?page=${next}`}
        nothingYet={
          <EmptyState
            title={t("none")}
            action={<LinkButton href={`${clientPath}/try`}>{t("try")}</LinkButton>}
          >
            <p>{t("noneWhy")}</p>
          </EmptyState>
        }
      >
        <GrantTable grants={grants} />
      </FilteredList>
    </Panel>
  );
}

function GrantTable({ grants }: { grants: readonly ClientGrant[] }) {
  const t = useTranslations("clientPages.companies");
  return (
    <DataTable
      caption={t("caption")}
      rows={grants}
      rowKey={({ company_id, organization_id }) => String(company_id ?? organization_id)}
      columns={[
        {
          key: "name",
          label: t("company"),
          className: "wrap-anywhere",
          cell: (grant) => (
            <>
              <bdi className="font-semibold">{grant.name}</bdi>
              <span className="block text-muted text-sm">
                {grant.company_id === null
                  ? t("organizationId", { id: String(grant.organization_id) })
                  : t("companyId", { id: grant.company_id })}
              </span>
            </>
          ),
        },
        {
          key: "scopes",
          label: t("granted"),
          className: "wrap-anywhere",
          cell: ({ scopes }) => <Scopes scopes={scopes} />,
        },
        {
          key: "approved",
          label: t("allowed"),
          className: "text-sm",
          cell: ({ approved_at }) => <Timestamp value={approved_at} day />,
        },
        {
          key: "last",
          label: t("lastCall"),
          className: "text-sm",
          cell: ({ last_call_at }) => <LastCall value={last_call_at} />,
        },
      ]}
    />
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslations("clientPages.companies");
  if (scopes.length === 0) return <span className="text-muted">{t("nothing")}</span>;
  return (
    <ul>
      {scopes.map((scope) => (
        <li key={scope}>
          <code className="font-mono text-sm">{scope}</code>
        </li>
      ))}
    </ul>
  );
}
