import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CompaniesScreen } from "@/components/platform/companies/companies-screen";
import { parseListState, stateHref } from "@/components/platform/list-state";
import { Hydrated } from "@/components/shell/hydrated";
import { mayOnPlatform } from "@/lib/access/platform-caller";
import { companiesQuery } from "@/lib/api-client/platform-queries";
import { requireOperator } from "@/lib/auth/require-operator";
import { listCompanies } from "@/lib/directory/companies/list-companies";
import type { SearchParams } from "@/lib/kernel/http/search-params";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/companies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.companies");
  return { title: t("title") };
}

/** The companies of the installation. */
export default async function CompaniesPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = listCompanies;
  const { state, query } = parseListState(schema, await props.searchParams);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(listCompanies, { query, caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[companiesQuery(state).queryKey, body]]}>
      <CompaniesScreen
        path={PATH}
        state={state}
        mayWrite={mayOnPlatform(caller, "directory:write")}
      />
    </Hydrated>
  );
}
