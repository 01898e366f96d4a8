import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { type PageProps, titled } from "@/app/page-parts";
import { toApiQuery } from "@/components/clients/client-list-state";
import { ClientsScreen } from "@/components/clients/clients-screen";
import { stateHref } from "@/components/list/list-state";
import { Hydrated } from "@/components/shell/hydrated";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Skeleton, SkeletonRows } from "@/components/ui/skeleton";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import { listClientFigures } from "@/lib/clients/figures/list-client-figures";
import { listClients } from "@/lib/clients/read-clients";
import { firstValue } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { type Caller, may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { readClientList } from "./read-client-list";

export const generateMetadata = titled("clients.title");

/** The clients of an organization. */
export default async function ClientsPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}/clients`;
  const searchParams = await props.searchParams;
  const wasDeleted = firstValue(searchParams, "done") === "deleted";
  const list = readClientList(searchParams);
  const { caller } = await requireOrganizationMember(organizationId, stateHref(path, list.state));
  const t = await getTranslations("clients");
  return (
    <Suspense fallback={<LoadingClients title={t("title")} label={t("loading")} />}>
      <Clients path={path} caller={caller} wasDeleted={wasDeleted} {...list} />
    </Suspense>
  );
}

/** The page while the list loads, in its final size. */
function LoadingClients({ title, label }: { title: string; label: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Panel padded={false}>
        <div
          className="flex h-12 items-center gap-3 border-line border-b px-4 sm:px-5"
          aria-hidden="true"
        >
          <Skeleton className="h-8 w-72" />
          <Skeleton className="hidden h-8 w-48 sm:block" />
        </div>
        <SkeletonRows rows={8} label={label} />
      </Panel>
    </>
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
