import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { Calls } from "@/app/(console)/organization/[organization_id]/calls/calls";
import { CallExportLinks } from "@/components/calls/call-export-links";
import { parseCallListState } from "@/components/calls/call-filters";
import { CallsSkeleton } from "@/components/calls/calls-screen";
import { UntrustedName } from "@/components/consent/untrusted-name";
import { stateHref } from "@/components/platform/list-state";
import { requireClient } from "@/lib/clients/require-client";
import type { SearchParams } from "@/lib/core/http/search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("calls");
  return { title: t("title") };
}

/** The calls of a client. */
export default async function ClientCallsPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const params = await props.params;
  const { organization_id: organizationId, client_id: clientId } = params;
  const path = `/organization/${organizationId}/clients/${clientId}/calls`;
  // All of these calls are of one client.
  const list = parseCallListState({ ...(await props.searchParams), client_id: undefined });
  const { client, caller } = await requireClient(params, stateHref(path, list.state));
  const { name = clientId } = client.meta;
  const t = await getTranslations("calls");
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2 className="text-xl">{t("title")}</h2>
          <p className="max-w-reading text-muted">
            {t.rich("explanationOfClient", { client: () => <UntrustedName name={name} /> })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CallExportLinks organizationId={organizationId} clientId={clientId} state={list.state} />
        </div>
      </div>
      <Suspense fallback={<CallsSkeleton />}>
        <Calls path={path} clientId={clientId} caller={caller} {...list} />
      </Suspense>
    </>
  );
}
