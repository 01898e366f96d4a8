import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { InstalledList, RemovedNotice } from "@/components/installed/installed-list";
import { withScopeViews } from "@/components/scopes/scope-view";
import { PageHeader } from "@/components/ui/page-header";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isClientId } from "@/lib/core/schemas/id-forms";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { listInstalled } from "@/lib/tenants/organizations/installed/list-installed";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("installed");
  return { title: t("title") };
}

/** The extensions that an organization itself has allowed, apart from what companies allow. */
export default async function InstalledPage(props: {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}/installed`;
  const { caller } = await requireOrganizationMember(organizationId, path);
  const installed = await perform(listInstalled, { caller });
  const mentioned = [...new Set(installed.flatMap(({ scopes }) => scopes))];
  const scopes = await describeScopes(mentioned, await getLocale());
  const removedId = firstValue(await props.searchParams, "removed");
  const isGone = isClientId(removedId) && installed.every(({ clientId }) => clientId !== removedId);
  const t = await getTranslations("installed");
  return (
    <>
      <PageHeader title={t("title")} description={t("explanation")} />
      {isGone ? <RemovedNotice receiptHref={`${path}/${removedId}/receipt`} /> : null}
      <InstalledList
        extensions={withScopeViews(installed, scopes)}
        path={path}
        mayRemove={may(caller, "organization:write")}
      />
    </>
  );
}
