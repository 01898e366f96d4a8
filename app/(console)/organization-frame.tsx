import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { currentTenants, PersonFrame } from "@/app/person-frame";
import {
  consoleLinks,
  navOf,
  organizationPages,
  sectionsOf,
} from "@/components/shell/console-pages";
import { Notice } from "@/components/ui/notice";
import { SectionTabs } from "@/components/ui/tab-links";
import { rolePermissions } from "@/lib/core/permissions/permissions";

/** The header and navigation of an organization, for its members; others get the frame of their own pages. */
export async function OrganizationFrame({ id, children }: { id: string; children: ReactNode }) {
  const tenants = await currentTenants();
  const tenant = tenants?.organizations.find((organization) => organization.id === id);
  if (!tenant) return <PersonFrame>{children}</PersonFrame>;
  const t = await getTranslations("shell");
  const links = await consoleLinks(organizationPages, `/organization/${id}`, (permission) =>
    rolePermissions[tenant.role].includes(permission),
  );
  return (
    <PersonFrame
      role={tenant.role}
      tenant={{ kind: "organization", id, name: tenant.name }}
      nav={navOf(links)}
      jumps={[
        ...links.filter(({ paletteOnly, section }) => paletteOnly || section),
        { href: `/docs?organization_id=${id}`, label: t("apiReference"), shortcut: "d" },
      ]}
    >
      <SectionTabs sections={sectionsOf(links)} />
      {tenant.status === "active" ? null : (
        <Notice
          tone="warning"
          title={t(`status.organization.${tenant.status}.title`)}
          next={t(`status.organization.${tenant.status}.next`)}
        />
      )}
      {children}
    </PersonFrame>
  );
}
