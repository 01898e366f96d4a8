import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson } from "@/components/shell/describe-person";
import { listPlaces } from "@/components/shell/list-places";
import { currentSession } from "@/lib/auth/current-session";
import { listOrganizationMemberships } from "@/lib/auth/list-organization-memberships";
import { rolePermissions } from "@/lib/auth/permissions";
import { listCompanyMemberships } from "@/lib/companies/list-company-memberships";
import { chosenTheme } from "@/lib/preferences/chosen-theme";

/** The frame of an organization's pages. Each page authorizes for itself; a stranger gets no frame. */
export default async function OrganizationLayout(props: {
  params: Promise<{ organization_id: string }>;
  children: ReactNode;
}) {
  const { organization_id: id } = await props.params;
  const session = await currentSession();
  if (!session) return props.children;
  const [organizations, companies] = await Promise.all([
    listOrganizationMemberships(session.userId),
    listCompanyMemberships(session.userId),
  ]);
  const tenant = organizations.find((organization) => organization.id === id);
  if (!tenant) return props.children;
  return (
    <AppShell
      person={describePerson(session, tenant.role)}
      tenant={{ kind: "organization", name: tenant.name }}
      places={listPlaces({ organizations, companies }, tenant.id)}
      theme={await chosenTheme()}
      nav={[
        { href: `/organization/${id}`, label: "Overview", exact: true },
        { href: `/organization/${id}/clients`, label: "Clients" },
        { href: `/organization/${id}/installed`, label: "Installed" },
        { href: `/organization/${id}/members`, label: "Members" },
        ...(rolePermissions[tenant.role].includes("audit:read")
          ? [{ href: `/organization/${id}/audit`, label: "Audit" }]
          : []),
        ...(rolePermissions[tenant.role].includes("organization:write")
          ? [{ href: `/organization/${id}/settings`, label: "Settings" }]
          : []),
      ]}
    >
      {props.children}
    </AppShell>
  );
}
