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
import { companies } from "@/lib/platform/companies/companies";

const PATH = "/platform/companies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.companies");
  return { title: t("title") };
}

/** The companies of the installation. */
export default async function CompaniesPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = companies.list;
  const { state, query } = parseListState(schema, await props.searchParams, companies.cursors);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(companies.list, { query, caller });
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
