import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientCompanies } from "@/components/clients/client-companies";
import { LIST_PAGE_SIZE } from "@/components/list/list-state";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { requireClient } from "@/lib/clients/require-client";
import type { SearchParams } from "@/lib/core/http/search-params";
import { pageQuery } from "@/lib/core/schemas/page-schemas";
import { totalOf } from "@/lib/core/schemas/total-of";
import { perform } from "@/lib/operation/perform";

// People edit addresses by hand; an invalid number means the first page.
const pageNumberSchema = pageQuery.page_no.catch(1);

/** Companies of a page of the list. */

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clientPages.companies");
  return { title: t("title") };
}

/** Who has an extension installed. */
export default async function CompaniesPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const path = `/organization/${params.organization_id}/clients/${params.client_id}`;
  const page = pageNumberSchema.parse((await props.searchParams).page);
  const { caller } = await requireClient(params, `${path}/companies`);
  const query = { page_no: page, page_size: LIST_PAGE_SIZE };
  const { body } = await perform(listGrants, { params, query, caller });
  return (
    <ClientCompanies grants={body.items} total={totalOf(body.page)} page={page} clientPath={path} />
  );
}
