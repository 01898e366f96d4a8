import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { ExtensionsScreen } from "@/components/platform/extensions/extensions-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { extensionsQuery } from "@/lib/api/client/platform-queries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";
import { directoryClients } from "@/lib/platform/clients/clients";

const PATH = "/platform/extensions";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.extensions");
  return { title: t("title") };
}

/** The extensions of all organizations. */
export default async function ExtensionsPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = directoryClients.list;
  const { state, query } = parseListState(
    schema,
    await props.searchParams,
    directoryClients.cursors,
  );
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(directoryClients.list, { query, caller });
  return (
    <Hydrated namespaces={["platform", "client"]} data={[[extensionsQuery(state).queryKey, body]]}>
      <ExtensionsScreen
        path={PATH}
        state={state}
        mayWrite={mayOnPlatform(caller, "extensions:write")}
      />
    </Hydrated>
  );
}
