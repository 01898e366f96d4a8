import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { ExtensionTable } from "@/components/extensions/extension-table";
import { OrganizationSettings } from "@/components/settings/organization-settings";
import { Hydrated } from "@/components/shell/hydrated";
import { PageHeader } from "@/components/ui/page-header";
import { requireOrganizationMember } from "@/lib/identity/sessions/current-session";
import { may } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { listInstalled } from "@/lib/tenants/organizations/installed";
import { listLackingSecondFactor } from "@/lib/tenants/organizations/members/members";
import { getOrganization } from "@/lib/tenants/organizations/organization";

export const generateMetadata = titled("settings.title");

/** The settings of an organization, for its owners, and the apps with access to it, for every member. */
export default async function SettingsPage(props: PageProps<"organization_id">) {
  const { organization_id: organizationId } = await props.params;
  const base = `/organization/${organizationId}`;
  const { caller } = await requireOrganizationMember(organizationId, `${base}/settings`);
  const mayChange = may(caller, "organization:write");
  const [{ body: organization }, lacking, installed] = await Promise.all([
    perform(getOrganization, { caller }),
    perform(listLackingSecondFactor, { caller }),
    perform(listInstalled, { caller }),
  ]);
  const t = await getTranslations("settings");
  return (
    <Hydrated namespaces={["settings"]}>
      <PageHeader title={t("title")} description={t("description")} />
      {mayChange ? (
        <OrganizationSettings
          organization={organization}
          hasOwn={!lacking.some(({ userId }) => userId === caller.userId)}
          lacking={lacking}
        />
      ) : null}
      <ExtensionTable of="organization" path={`${base}/installed`} rows={installed} />
    </Hydrated>
  );
}
