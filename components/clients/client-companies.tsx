import { useTranslations } from "next-intl";
import type { ClientGrant } from "@/lib/clients/impact/schemas";
import { FilteredList } from "../list/filtered-list";
import { ListTable } from "../list/list-table";
import { LinkButton } from "../ui/button";
import { CodeList } from "../ui/code-list";
import { Disclosure } from "../ui/disclosure";
import { EmptyState } from "../ui/empty-state";
import { Panel } from "../ui/panel";
import { Timestamp } from "../ui/timestamp";

export interface ClientCompaniesProps {
  grants: readonly ClientGrant[];
  /** Grants over all pages. */
  total: number;
  page: number;
  clientPath: string;
}

/** Who has the extension installed, with what, and whether it is in use there. */
export function ClientCompanies(props: ClientCompaniesProps) {
  const { grants, total, page, clientPath } = props;
  const t = useTranslations("clientPages.companies");
  return (
    <Panel title={t("title")} padded={false}>
      <FilteredList
        path={`${clientPath}/companies`}
        state={{ page }}
        pages={{ total, noun: t("noun", { count: total }) }}
        nothingYet={
          <EmptyState
            title={t("none")}
            action={<LinkButton href={`${clientPath}/connect#try`}>{t("try")}</LinkButton>}
            next={t("noneWhy")}
          />
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
    <ListTable
      caption={t("caption")}
      rows={grants}
      rowKey={({ company_id, organization_id }) => String(company_id ?? organization_id)}
      columns={[
        {
          key: "name",
          label: t("company"),
          cell: (grant) => (
            <span className="flex min-w-0 items-baseline gap-x-2">
              <bdi className="truncate font-semibold">{grant.name}</bdi>
              <span className="truncate text-muted">
                {grant.company_id === null
                  ? t("organizationId", { id: String(grant.organization_id) })
                  : t("companyId", { id: grant.company_id })}
              </span>
            </span>
          ),
        },
        {
          key: "scopes",
          label: t("granted"),
          grows: true,
          phone: "line",
          cell: ({ scopes }) => (
            <Disclosure look="row" summary={t("scopeCount", { count: scopes.length })}>
              <CodeList values={scopes} none={t("nothing")} />
            </Disclosure>
          ),
        },
        {
          key: "approved",
          label: t("allowed"),
          width: "sm:w-32",
          phone: "none",
          cell: ({ approved_at }) => <Timestamp value={approved_at} />,
        },
        {
          key: "last",
          label: t("lastCall"),
          width: "sm:w-32",
          cell: ({ last_call_at }) => <Timestamp value={last_call_at} none="noneRecorded" />,
        },
      ]}
    />
  );
}
