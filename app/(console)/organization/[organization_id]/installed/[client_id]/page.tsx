import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { InstalledApp } from "@/components/extensions/installed-app";
import { withScopeViews } from "@/components/scopes/scope-view";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { describeScopes } from "@/lib/protocol/scopes/describe-scopes";
import { listInstalled } from "@/lib/tenants/organizations/installed";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("extensions.installed");
  return { title: t("title.organization") };
}

/** An extension that an organization itself has given access. */
export default async function InstalledAppPage(props: {
  params: Promise<{ organization_id: string; client_id: string }>;
}) {
  const { organization_id: organizationId, client_id: clientId } = await props.params;
  const base = `/organization/${organizationId}`;
  const path = `${base}/installed/${clientId}`;
  const { caller } = await requireOrganizationMember(organizationId, path);
  const installed = await perform(listInstalled, { caller });
  const [extension] = installed.filter((one) => one.clientId === clientId);
  if (!extension) notFound();
  const scopes = await describeScopes(extension.scopes, await getLocale());
  return withScopeViews([extension], scopes).map((described) => (
    <InstalledApp
      key={clientId}
      extension={described}
      path={path}
      listPath={`${base}/settings#apps`}
      mayRemove={may(caller, "organization:write")}
    />
  ));
}
