import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";
import { AppShell } from "@/components/shell/app-shell";
import { describePerson, listTenantLinks } from "@/components/shell/describe-person";
import { platformSections } from "@/components/shell/platform-pages";
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
  const may = operatorPermissions[session.operatorRole];
  const sections = platformSections.map(({ label, pages }) => ({
    label: t(label),
    pages: pages
      .filter(({ permission }) => may.includes(permission))
      .map(({ path, label: name, shortcut }) => ({
        href: PLATFORM + path,
        label: t(name),
        ...(shortcut && { shortcut }),
      })),
  }));
  return (
    <AppShell
      person={describePerson(session, session.operatorRole)}
      tenant={{ kind: "platform", id: PLATFORM, name: t("shell.platform") }}
      otherTenants={listTenantLinks(tenants, null)}
      theme={await chosenTheme()}
      nav={sections.flatMap(({ label, pages }) =>
        pages.slice(0, 1).map(({ href }) => ({
          href,
          label,
          exact: href === PLATFORM,
          covers: pages.slice(1).map((page) => page.href),
        })),
      )}
      jumps={[
        ...sections.flatMap(({ pages }) => pages),
        { href: "/docs", label: t("shell.apiReference"), shortcut: "d" },
      ]}
    >
      <SectionTabs sections={sections.filter(({ pages }) => pages.length > 1)} />
      {children}
    </AppShell>
  );
}
