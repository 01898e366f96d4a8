import { getTranslations } from "next-intl/server";
import type { ConsolePage, ConsolePermission } from "./console-pages";
import type { NavItem } from "./nav-link";

/** A link of the navigation, or one that only the command palette has. */
export interface ConsoleLink extends NavItem {
  paletteOnly: boolean;
}

/**
 * Links to the pages that a member may open.
 * @param base path that the pages are below
 */
export async function consoleLinks(
  pages: readonly ConsolePage[],
  base: string,
  may: (permission: ConsolePermission) => boolean,
): Promise<ConsoleLink[]> {
  const t = await getTranslations();
  return pages.flatMap(({ path, permission, label, shortcut, paletteOnly = false }) =>
    label && may(permission)
      ? [
          {
            href: base + path,
            label: t(label),
            exact: path === "",
            paletteOnly,
            ...(shortcut && { shortcut }),
          },
        ]
      : [],
  );
}
