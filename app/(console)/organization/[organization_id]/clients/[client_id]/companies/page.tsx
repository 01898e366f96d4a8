import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { FilteredList } from "@/components/list/filtered-list";
import { LIST_PAGE_SIZE } from "@/components/list/list-state";
import { ListTable } from "@/components/list/list-table";
import { LinkButton } from "@/components/ui/button";
import { CodeList } from "@/components/ui/code-list";
import { Disclosure } from "@/components/ui/disclosure";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Timestamp } from "@/components/ui/timestamp";
import { listGrants } from "@/lib/clients/grants/list-grants";
import type { ClientGrant } from "@/lib/clients/impact/schemas";
import { requireClient } from "@/lib/clients/require-client";
import { pageQuery } from "@/lib/core/schemas/page-schemas";
import { totalOf } from "@/lib/core/schemas/total-of";
import { perform } from "@/lib/operation/perform";

// People edit addresses by hand; an invalid number means the first page.
const pageNumberSchema = pageQuery.page_no.catch(1);

export const generateMetadata = titled("clientPages.companies.title");

/** Who has the extension installed, with what, and whether it is in use there. */
export default async function CompaniesPage(props: PageProps<"organization_id" | "client_id">) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const page = pageNumberSchema.parse((await props.searchParams).page);
  const { caller } = await requireClient(params, `${path}/companies`);
  const query = { page_no: page, page_size: LIST_PAGE_SIZE };
  const { body } = await perform(listGrants, { params, query, caller });
  const total = totalOf(body.page);
  const t = await getTranslations("clientPages.companies");
  return (
    <Panel title={t("title")} padded={false}>
      <FilteredList
        path={`${path}/companies`}
        state={{ page }}
        pages={{ total, noun: t("noun", { count: total }) }}
        nothingYet={
          <EmptyState
            title={t("none")}
            action={<LinkButton href={`${path}/connect#try`}>{t("try")}</LinkButton>}
            next={t("noneWhy")}
          />
        }
      >
        <GrantTable grants={body.items} />
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
          phone: "line",
          cell: ({ last_call_at }) => <Timestamp value={last_call_at} none="noneRecorded" />,
        },
      ]}
    />
  );
}
