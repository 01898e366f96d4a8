import { cache, type ReactNode } from "react";
import { AppShell, type AppShellProps } from "@/components/shell/app-shell";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listTenants } from "@/lib/tenants/companies/list-tenants";

/** The organizations and companies of the signed-in person; null without a session. */
export const currentTenants = cache(async () => {
  const session = await currentSession();
  return session && perform(listTenants, { caller: { session } });
});

interface PersonFrameProps extends Partial<Pick<AppShellProps, "tenant" | "nav" | "jumps">> {
  /** The person's role in the tenant. */
  role?: AppShellProps["person"]["role"];
  children: ReactNode;
}

/** The frame of pages of a tenant, or of none, for the signed-in person; without a session there is no frame. */
export async function PersonFrame(props: PersonFrameProps) {
  const { tenant = null, role = null, nav = [], children, ...rest } = props;
  const [session, tenants] = await Promise.all([currentSession(), currentTenants()]);
  if (!session || !tenants) return children;
  const { userId: id, firstName, lastName, email, operatorRole } = session;
  const name = `${firstName} ${lastName}`.trim();
  const links = [
    ...tenants.organizations.map((organization) => ({
      kind: "organization" as const,
      name: organization.name,
      href: `/organization/${organization.id}`,
    })),
    ...tenants.companies.map((company) => ({
      kind: "company" as const,
      name: company.name,
      href: `/company/${company.id}/extensions`,
    })),
  ];
  const ofTenant = `/${tenant?.kind}/${tenant?.id}/`;
  return (
    <AppShell
      person={{ id, name, email, role, isOperator: operatorRole !== null }}
      tenant={tenant}
      otherTenants={links.filter(({ href }) => !`${href}/`.startsWith(ofTenant))}
      theme={await chosenTheme()}
      nav={nav}
      {...rest}
    >
      {children}
    </AppShell>
  );
}
