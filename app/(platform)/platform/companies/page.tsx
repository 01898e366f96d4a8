import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { CompaniesScreen } from "@/components/platform/companies/companies-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { companiesQuery } from "@/lib/api/client/platform-queries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { LISTS } from "@/lib/platform/values";

const PATH = "/platform/companies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.companies");
  return { title: t("title") };
}

/** The companies of the installation. */
export default async function CompaniesPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = listCompanies;
  const { state, query } = parseListState(schema, await props.searchParams, LISTS.companies);
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
