import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson } from "@/components/shell/describe-person";
import { listTenantLinks } from "@/components/shell/list-tenant-links";
import { currentSession } from "@/lib/auth/current-session";
import { listTenants } from "@/lib/companies/list-tenants";
import { perform } from "@/lib/operation/perform";
import { chosenTheme } from "@/lib/preferences/chosen-theme";

/** The frame of a person's own pages. Each page requires a session itself; without one there is no frame. */
export default async function ProfileLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (!session) return children;
  const tenants = await perform(listTenants, { caller: { session } });
  return (
    <AppShell
      person={describePerson(session, null)}
      tenant={null}
      otherTenants={listTenantLinks(tenants, null)}
      theme={await chosenTheme()}
      nav={[]}
    >
      {children}
    </AppShell>
  );
}
