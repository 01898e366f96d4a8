import type { Metadata } from "next";
import { headers } from "next/headers";
import { forbidden } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { OrganizationName } from "@/components/settings/organization-name";
import { RequireSecondFactor } from "@/components/settings/require-second-factor";
import { ClientMessages } from "@/components/shell/client-messages";
import { PageHeader } from "@/components/ui/page-header";
import { mayOpen } from "@/lib/audit/may-open";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { requireOrganizationMember } from "@/lib/identity/sessions/require-member";
import { perform } from "@/lib/operation/perform";
import { getOrganization } from "@/lib/tenants/organizations/get-organization";
import { listLackingSecondFactor } from "@/lib/tenants/organizations/members/list-lacking-second-factor";
import { patchOrganization } from "@/lib/tenants/organizations/patch-organization";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("title") };
}

/** The settings of an organization, for its owners. */
export default async function SettingsPage(props: {
  params: Promise<{ organization_id: string }>;
}) {
  const { organization_id: organizationId } = await props.params;
  const path = `/organization/${organizationId}/settings`;
  const { caller } = await requireOrganizationMember(organizationId, path);
  const info = readRequestInfo(await headers());
  if (!(await mayOpen(caller, patchOrganization, info))) forbidden();
  const [{ body: organization }, lacking] = await Promise.all([
    perform(getOrganization, { caller }),
    perform(listLackingSecondFactor, { caller }),
  ]);
  const t = await getTranslations("settings");
  return (
    <ClientMessages namespaces={["settings"]}>
      <div className="grid max-w-form gap-6">
        <PageHeader title={t("title")} description={t("description")} />
        <OrganizationName
          organizationId={organizationId}
          name={organization.name}
          verified={organization.verified}
        />
        <RequireSecondFactor
          organizationId={organizationId}
          required={organization.require_second_factor}
          hasOwn={!lacking.some(({ userId }) => userId === caller.userId)}
          lacking={lacking}
        />
      </div>
    </ClientMessages>
  );
}
