import type { ReactNode } from "react";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson, listTenantLinks } from "@/components/shell/describe-person";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listTenants } from "@/lib/tenants/companies/list-tenants";

/** The frame of pages that belong to no tenant of the signed-in person; without a session there is no frame. */
export async function PersonFrame({ children }: { children: ReactNode }) {
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
