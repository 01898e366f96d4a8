import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { parseListState } from "@/components/list/parse-list-state";
import { PeopleScreen } from "@/components/platform/people/people-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { peopleQuery } from "@/lib/api/client/platform-queries";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { listUsers } from "@/lib/platform/users/list-users";
import { users } from "@/lib/platform/users/user";

const PATH = "/platform/people";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.people");
  return { title: t("title") };
}

/** The people of the installation. */
export default async function PeoplePage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = listUsers;
  const { state, query } = parseListState(schema, await props.searchParams, users);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(listUsers, { query, caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[peopleQuery(state).queryKey, body]]}>
      <PeopleScreen path={PATH} state={state} mayWrite={mayOnPlatform(caller, "directory:write")} />
    </Hydrated>
  );
}
