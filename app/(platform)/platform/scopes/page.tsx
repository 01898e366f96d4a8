import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { ScopesScreen } from "@/components/platform/scopes/scopes-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { SCOPES_ON_A_PAGE, scopesQuery } from "@/lib/api/client/platform-queries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { locales } from "@/lib/core/i18n/locales";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { countScopeUsers, scopes } from "@/lib/platform/scopes/scopes";

const PATH = "/platform/scopes";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.scopes");
  return { title: t("title") };
}

/** The catalogue of scopes. */
export default async function ScopesPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = scopes.list;
  const { state, query } = parseListState(schema, await props.searchParams, scopes.cursors);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const shown = { ...query, limit: state.limit ? query.limit : SCOPES_ON_A_PAGE };
  const [{ body }, users] = await Promise.all([
    perform(scopes.list, { query: shown, caller }),
    perform(countScopeUsers, { caller }),
  ]);
  return (
    <Hydrated namespaces={["platform"]} data={[[scopesQuery(state).queryKey, body]]}>
      <ScopesScreen
        path={PATH}
        state={state}
        users={users}
        languages={locales.filter((locale) => locale !== "en")}
        mayWrite={mayOnPlatform(caller, "scopes:write")}
      />
    </Hydrated>
  );
}
