import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";
import { AppShell } from "@/components/shell/app-shell";
import {
  consoleLinks,
  navOf,
  organizationPages,
  sectionsOf,
} from "@/components/shell/console-pages";
import { describePerson, listTenantLinks } from "@/components/shell/describe-person";
import { TenantStatusNotice } from "@/components/shell/tenant-status-notice";
import { SectionTabs } from "@/components/ui/tab-links";
import { rolePermissions } from "@/lib/core/permissions/permissions";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listTenants } from "@/lib/tenants/companies/list-tenants";

/** The header and navigation of an organization, for its members; others get the frame of their own pages. */
export async function OrganizationFrame({ id, children }: { id: string; children: ReactNode }) {
  const session = await currentSession();
  if (!session) return children;
  const tenants = await perform(listTenants, { caller: { session } });
  const tenant = tenants.organizations.find((organization) => organization.id === id);
  if (!tenant) return <PersonFrame>{children}</PersonFrame>;
  const t = await getTranslations("shell");
  const links = await consoleLinks(organizationPages, `/organization/${id}`, (permission) =>
    rolePermissions[tenant.role].includes(permission),
  );
  return (
    <AppShell
      person={describePerson(session, tenant.role)}
      tenant={{ kind: "organization", id, name: tenant.name }}
      otherTenants={listTenantLinks(tenants, tenant.id)}
      theme={await chosenTheme()}
      nav={navOf(links)}
      jumps={[
        ...links.filter(({ paletteOnly, section }) => paletteOnly || section),
        { href: `/docs?organization_id=${id}`, label: t("apiReference"), shortcut: "d" },
      ]}
    >
      <SectionTabs sections={sectionsOf(links)} />
      {tenant.status === "active" ? null : (
        <TenantStatusNotice status={`organization.${tenant.status}`} />
      )}
      {children}
    </AppShell>
  );
}
