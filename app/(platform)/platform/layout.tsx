import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { PersonFrame } from "@/app/person-frame";
import { consoleLinks, navOf, platformPages, sectionsOf } from "@/components/shell/console-pages";
import { SectionTabs } from "@/components/ui/tab-links";
import { operatorPermissions } from "@/lib/core/permissions/platform-permissions";
import { currentSession } from "@/lib/identity/sessions/current-session";

const PLATFORM = "/platform";

/** The frame of the operator console. Each page authorizes for itself; others get the frame of their own pages. */
export default async function PlatformLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (!session?.operatorRole) return <PersonFrame>{children}</PersonFrame>;
  const t = await getTranslations("shell");
  const permissions = operatorPermissions[session.operatorRole];
  const links = await consoleLinks(platformPages, PLATFORM, (permission) =>
    permissions.includes(permission),
  );
  return (
    <PersonFrame
      role={session.operatorRole}
      tenant={{ kind: "platform", id: PLATFORM, name: t("platform") }}
      nav={navOf(links)}
      jumps={[
        ...links.filter(({ section }) => section),
        { href: "/docs", label: t("apiReference"), shortcut: "d" },
      ]}
    >
      <SectionTabs sections={sectionsOf(links)} />
      {children}
    </PersonFrame>
  );
}
