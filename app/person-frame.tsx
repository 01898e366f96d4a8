import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson } from "@/components/shell/describe-person";
import { listTenantLinks } from "@/components/shell/list-tenant-links";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { listCompanyMemberships } from "@/lib/tenants/companies/list-company-memberships";

/** The frame of pages that belong to no tenant of the signed-in person; without a session there is no frame. */
export async function PersonFrame({ children }: { children: ReactNode }) {
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
