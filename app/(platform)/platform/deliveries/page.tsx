import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { stateHref } from "@/components/list/list-state";
import { DeliveriesScreen } from "@/components/platform/deliveries/deliveries-screen";
import { Hydrated } from "@/components/shell/hydrated";
import { deliveriesQuery } from "@/lib/api/client/platform-queries";
import { deliveries, listDeliveries } from "@/lib/consent/deliveries/deliveries";
import { parseListState } from "@/lib/core/http/parse-list-state";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOperator } from "@/lib/identity/sessions/require-operator";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { perform } from "@/lib/operation/perform";

const PATH = "/platform/deliveries";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("platform.deliveries");
  return { title: t("title") };
}

/** Calls to extensions that have not succeeded. */
export default async function DeliveriesPage(props: { searchParams: Promise<SearchParams> }) {
  const { query: schema, access } = listDeliveries;
  const { state, query } = parseListState(schema, await props.searchParams, deliveries);
  const caller = await requireOperator(access.permission, stateHref(PATH, state));
  const { body } = await perform(listDeliveries, { query, caller });
  return (
    <Hydrated namespaces={["platform"]} data={[[deliveriesQuery(state).queryKey, body]]}>
      <DeliveriesScreen
        path={PATH}
        state={state}
        mayWrite={mayOnPlatform(caller, "extensions:write")}
      />
    </Hydrated>
  );
}
