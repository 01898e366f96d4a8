import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";
import { AppShell } from "@/components/shell/app-shell";
import { consoleLinks, navOf, platformPages, sectionsOf } from "@/components/shell/console-pages";
import { describePerson, listTenantLinks } from "@/components/shell/describe-person";
import { SectionTabs } from "@/components/ui/tab-links";
import { operatorPermissions } from "@/lib/core/permissions/platform-permissions";
import { chosenTheme } from "@/lib/core/preferences/chosen-theme";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { perform } from "@/lib/operation/perform";
import { listTenants } from "@/lib/tenants/companies/list-tenants";

const PLATFORM = "/platform";

/** The frame of the operator console. Each page authorizes for itself; others get the frame of their own pages. */
export default async function PlatformLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (!session?.operatorRole) return <PersonFrame>{children}</PersonFrame>;
  const [tenants, t] = await Promise.all([
    perform(listTenants, { caller: { session } }),
    getTranslations(),
  ]);
  const permissions = operatorPermissions[session.operatorRole];
  const links = await consoleLinks(platformPages, PLATFORM, (permission) =>
    permissions.includes(permission),
  );
  return (
    <AppShell
      person={describePerson(session, session.operatorRole)}
      tenant={{ kind: "platform", id: PLATFORM, name: t("shell.platform") }}
      otherTenants={listTenantLinks(tenants, null)}
      theme={await chosenTheme()}
      nav={navOf(links)}
      jumps={[
        ...links.filter(({ section }) => section),
        { href: "/docs", label: t("shell.apiReference"), shortcut: "d" },
      ]}
    >
      <SectionTabs sections={sectionsOf(links)} />
      {children}
    </AppShell>
  );
}
