import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson } from "@/components/shell/describe-person";
import { listTenantLinks } from "@/components/shell/list-tenant-links";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { listCompanyMemberships } from "@/lib/tenants/companies/list-company-memberships";

/** The frame of a person's own pages. Each page requires a session itself; without one there is no frame. */
export default async function ProfileLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (!session) return children;
  const [organizations, companies] = await Promise.all([
    listOrganizationMemberships(session.userId),
    listCompanyMemberships(session.userId),
  ]);
  return (
    <AppShell
      person={describePerson(session, null)}
      tenant={null}
      otherTenants={listTenantLinks({ organizations, companies }, null)}
      theme={await chosenTheme()}
      nav={[]}
    >
      {children}
    </AppShell>
  );
}
