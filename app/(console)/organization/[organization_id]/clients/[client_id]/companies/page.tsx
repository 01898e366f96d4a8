import { type PageProps, titled } from "@/app/page-parts";
import { ClientCompanies } from "@/components/clients/client-companies";
import { LIST_PAGE_SIZE } from "@/components/list/list-state";
import { listGrants } from "@/lib/clients/grants/list-grants";
import { requireClient } from "@/lib/clients/require-client";
import { pageQuery } from "@/lib/core/schemas/page-schemas";
import { totalOf } from "@/lib/core/schemas/total-of";
import { perform } from "@/lib/operation/perform";

// People edit addresses by hand; an invalid number means the first page.
const pageNumberSchema = pageQuery.page_no.catch(1);

export const generateMetadata = titled("clientPages.companies.title");

/** Who has an extension installed. */
export default async function CompaniesPage(props: PageProps<"organization_id" | "client_id">) {
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
