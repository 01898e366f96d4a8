import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { OrganizationsScreen } from "@/components/platform/organizations/organizations-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { organizationsQuery } from "@/lib/api/client/platform-queries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { organizations } from "@/lib/platform/organizations/organizations";

const PATH = "/platform/organizations";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.organizations");
  return { title: t("title") };
}

/** The organizations that publish extensions. */
export default async function OrganizationsPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = organizations.list;
  const { state, query } = parseListState(schema, await props.searchParams, organizations.cursors);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(organizations.list, { query, caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[organizationsQuery(state).queryKey, body]]}>
      <OrganizationsScreen
        path={PATH}
        state={state}
        mayWrite={mayOnPlatform(caller, "directory:write")}
      />
    </Hydrated>
  );
}
