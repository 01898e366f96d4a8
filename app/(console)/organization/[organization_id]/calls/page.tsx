import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { CallExportLinks } from "@/components/calls/call-export-links";
import { parseCallListState } from "@/components/calls/call-filters";
import { CallsSkeleton } from "@/components/calls/calls-screen";
import { stateHref } from "@/components/platform/list-state";
import { PageHeader } from "@/components/ui/page-header";
import type { SearchParams } from "@/lib/core/http/search-params";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { Calls } from "./calls";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("calls");
  return { title: t("title") };
}

/** The calls of all clients of an organization. */
export default async function CallsPage(props: {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}/calls`;
  const list = parseCallListState(await props.searchParams);
  const { caller } = await requireOrganizationMember(organizationId, stateHref(path, list.state));
  const t = await getTranslations("calls");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("explanation")}
        actions={
          <CallExportLinks organizationId={organizationId} clientId={null} state={list.state} />
        }
      />
      <Suspense fallback={<CallsSkeleton />}>
        <Calls path={path} clientId={null} caller={caller} {...list} />
      </Suspense>
    </>
  );
}
