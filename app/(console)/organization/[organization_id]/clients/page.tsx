import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { ClientExportLinks } from "@/components/clients/client-export-links";
import {
  type ClientListQuery,
  clientListHref,
  toApiQuery,
} from "@/components/clients/client-list-query";
import { ClientListSkeleton } from "@/components/clients/client-list-skeleton";
import { LiveClientList } from "@/components/clients/live-client-list";
import { parseClientListQuery } from "@/components/clients/parse-client-list-query";
import { ClientMessages } from "@/components/shell/client-messages";
import { QueryProvider } from "@/components/shell/query-provider";
import { LinkButton } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { listClientsQuery } from "@/lib/api/client/client-queries";
import { RESTORE_DAYS } from "@/lib/clients/field-values";
import { listClientFigures } from "@/lib/clients/figures/list-client-figures";
import { listClients } from "@/lib/clients/list-clients";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { type Caller, may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";

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
  const query = parseClientListQuery(searchParams);
  const address = clientListHref(path, query);
  const { caller } = await requireOrganizationMember(organizationId, address);
  const t = await getTranslations("clients");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <ClientExportLinks organizationId={organizationId} query={query} />
            {may(caller, "clients:write") ? (
              <LinkButton href={`${path}/new`} variant="primary">
                {t("newClient")}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {firstValue(searchParams, "done") === "deleted" ? (
        <Notice tone="success" title={t("wasDeleted")} live>
          <p>{t("wasDeletedNext", { days: RESTORE_DAYS })}</p>
        </Notice>
      ) : null}
      <Suspense fallback={<ClientListSkeleton />}>
        <Clients path={path} query={query} caller={caller} />
      </Suspense>
    </>
  );
}

async function Clients(props: { path: string; query: ClientListQuery; caller: Caller }) {
  const { path, query, caller } = props;
  const apiQuery = toApiQuery(query);
  const { body } = await perform(listClients, { query: apiQuery, caller });
  const figures = await perform(listClientFigures, {
    params: { client_ids: body.items.map(({ client_id }) => client_id) },
    caller,
  });
  const cache = new QueryClient();
  cache.setQueryData(listClientsQuery(caller.organizationId, apiQuery).queryKey, body);
  return (
    <QueryProvider>
      <HydrationBoundary state={dehydrate(cache)}>
        <ClientMessages namespaces={["clients", "clientWords"]}>
          <LiveClientList
            organizationId={caller.organizationId}
            path={path}
            query={query}
            figures={figures}
            mayWrite={may(caller, "clients:write")}
          />
        </ClientMessages>
      </HydrationBoundary>
    </QueryProvider>
  );
}
