import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { PeopleScreen } from "@/components/platform/people/people-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { users } from "@/lib/platform/users/users";

const PATH = "/platform/people";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.people");
  return { title: t("title") };
}

/** The people of the installation. */
export default async function PeoplePage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = users.list;
  const { state, query } = parseListState(schema, await props.searchParams, users.cursors);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(users.list, { query, caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[peopleQuery(state).queryKey, body]]}>
      <PeopleScreen path={PATH} state={state} mayWrite={mayOnPlatform(caller, "directory:write")} />
    </Hydrated>
  );
}
