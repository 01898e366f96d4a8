import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { titled } from "@/app/page-parts";
import { ExtensionPage } from "@/components/extensions/extension-page";
import { describeExtension, scopesMentioned } from "@/components/extensions/extension-views";
import { GrantHistory } from "@/components/extensions/grant-history";
import { PermissionTable } from "@/components/extensions/permission-table";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";
import { isClientId } from "@/lib/core/schemas/id-forms";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { openInstalled } from "@/lib/tenants/organizations/installed";

export const generateMetadata = titled("extensions.installed.title.organization");

/** One extension that an organization itself has or had, or the history of its permissions. */
export default async function InstalledTabPage(props: {
  params: Promise<{ organization_id: string; client_id: string; tab?: string[] }>;
  searchParams: Promise<SearchParams>;
}) {
  const { organization_id: organizationId, client_id: clientId, tab = [] } = await props.params;
  const base = `/organization/${organizationId}`;
  const path = `${base}/installed/${clientId}`;
  const { caller } = await requireOrganizationMember(organizationId, [path, ...tab].join("/"));
  const params = { client_id: clientId };
  const details = isClientId(clientId) ? await perform(openInstalled, { caller, params }) : null;
  if (!details) notFound();
  const scopes = await describeScopes(scopesMentioned(details), await getLocale());
  const extension = describeExtension(details, scopes);
  const shared = {
    extension,
    of: "organization",
    mayRemove: may(caller, "organization:write"),
  } as const;
  const tabs = new Map([
    ["", <PermissionTable key="" {...shared} />],
    ["history", <GrantHistory key="history" {...extension} path={path} />],
  ]);
  const content = tabs.get(tab.join("/"));
  if (!content) notFound();
  return (
    <ExtensionPage
      {...shared}
      path={path}
      listPath={`${base}/settings#apps`}
      justRemoved={firstValue(await props.searchParams, "removed") === "1"}
    >
      {content}
    </ExtensionPage>
  );
}
