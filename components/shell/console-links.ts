import { getTranslations } from "next-intl/server";
import type { ConsolePage, ConsolePermission } from "./console-pages";
import type { NavItem } from "./nav-link";
import type { NavSection } from "./section-tabs";

/** A link of the navigation, or one that only the command palette has. */
export interface ConsoleLink extends NavItem {
  paletteOnly: boolean;
  /** Name of the section that it belongs to, if any. */
  section?: string;
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
  return pages.flatMap(({ path, permission, label, shortcut, section, paletteOnly = false }) =>
    label && may(permission)
      ? [
          {
            href: base + path,
            label: t(label),
            exact: path === "",
            paletteOnly,
            ...(shortcut && { shortcut }),
            ...(section && { section: t(section) }),
          },
        ]
      : [],
  );
}

/** The sections of several pages among these links. */
export function sectionsOf(links: readonly ConsoleLink[]): NavSection[] {
  const labels = new Set(links.flatMap(({ section }) => section ?? []));
  return [...labels]
    .map((label) => ({ label, pages: links.filter(({ section }) => section === label) }))
    .filter(({ pages }) => pages.length > 1);
}

/** The entries of the navigation: one for each section, which opens its first page, and one for every other page. */
export function navOf(links: readonly ConsoleLink[]): NavItem[] {
  const sections = sectionsOf(links);
  return links
    .filter(({ paletteOnly }) => !paletteOnly)
    .flatMap((link): NavItem[] => {
      const section = sections.find(({ label }) => label === link.section);
      if (!section) return [link];
      const [first, ...others] = section.pages;
      if (first?.href !== link.href) return [];
      return [{ href: link.href, label: section.label, covers: others.map(({ href }) => href) }];
    });
}
