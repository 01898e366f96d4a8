import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { toApiQuery } from "@/components/clients/client-list-state";
import { ClientsScreen } from "@/components/clients/clients-screen";
import { ListSkeleton } from "@/components/list/list-skeleton";
import { stateHref } from "@/components/list/list-state";
import { Hydrated } from "@/components/shell/hydrated";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import { listClientFigures } from "@/lib/clients/figures/list-client-figures";
import { listClients } from "@/lib/clients/list-clients";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { type Caller, may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { readClientList } from "./read-client-list";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("clients");
  return { title: t("title") };
}

/** The clients of an organization. */
export default async function ClientsPage(props: {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}/clients`;
  const searchParams = await props.searchParams;
  const wasDeleted = firstValue(searchParams, "done") === "deleted";
  const list = readClientList(searchParams);
  const { caller } = await requireOrganizationMember(organizationId, stateHref(path, list.state));
  const t = await getTranslations("clients");
  return (
    <Suspense fallback={<ListSkeleton title={t("title")} label={t("loading")} />}>
      <Clients path={path} caller={caller} wasDeleted={wasDeleted} {...list} />
    </Suspense>
  );
}

interface ClientsProps extends ReturnType<typeof readClientList> {
  path: string;
  caller: Caller;
  wasDeleted: boolean;
}

async function Clients({ caller, query, ...page }: ClientsProps) {
  const { organizationId } = caller;
  const { body } = await perform(listClients, { query, caller });
  const figures = await perform(listClientFigures, {
    params: { client_ids: body.items.map(({ client_id }) => client_id) },
    caller,
  });
  const { queryKey } = listClientsQuery(organizationId, toApiQuery(page.state));
  return (
    <Hydrated namespaces={["clients", "clientWords"]} data={[[queryKey, body]]}>
      <ClientsScreen
        {...page}
        organizationId={organizationId}
        figures={figures}
        mayWrite={may(caller, "clients:write")}
      />
    </Hydrated>
  );
}
