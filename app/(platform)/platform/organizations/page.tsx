import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { parseListState, stateHref } from "@/components/platform/list-state";
import { OrganizationsScreen } from "@/components/platform/organizations/organizations-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { mayOnPlatform } from "@/lib/access/platform-caller";
import { organizationsQuery } from "@/lib/api-client/platform-queries";
import { requireOperator } from "@/lib/auth/require-operator";
import { listOrganizations } from "@/lib/directory/organizations/list-organizations";
import type { SearchParams } from "@/lib/kernel/http/search-params";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/organizations";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.organizations");
  return { title: t("title") };
}

/** The organizations that publish extensions. */
export default async function OrganizationsPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = listOrganizations;
  const { state, query } = parseListState(schema, await props.searchParams);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(listOrganizations, { query, caller });
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
