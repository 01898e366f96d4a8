import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { NavSection } from "../ui/tab-links";
import type { NavItem } from "./nav-link";

type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

interface ConsolePage<Permission> {
  /** Below the page of the organization, the client, or the platform. */
  path: string;
  /** What a person needs to open it. */
  permission: Permission;
  /** Its name in navigation and command palette; null for a page that is linked elsewhere. */
  label: MessageKey | null;
  /** Letter that leads there after `g`. */
  shortcut?: string;
  /** Offered in the command palette only. */
  paletteOnly?: boolean;
  /** Name of the navigation entry that it shares with the pages of the same section beside it. */
  section?: MessageKey;
}

/** The pages of an organization, in the order of the navigation. */
export const organizationPages = [
  page("", "clients:read", "overview.title", "o"),
  page("/clients", "clients:read", "clients.list", "c"),
  page("/members", "members:read", "people.titles.organization", "m"),
  ...section("requests.logs", [
    page("/requests", "clients:read", "requests.title", "l"),
    page("/audit", "audit:read", "audit.title", "a"),
  ]),
  page("/settings", "clients:read", "settings.title", "s"),
  {
    ...page("/settings#apps", "clients:read", "extensions.installed.title.organization", "i"),
    paletteOnly: true,
  },
  page("/installed/[client_id]", "clients:read", null),
  { ...page("/clients/new", "clients:write", "clients.newClient", "n"), paletteOnly: true },
];

/** The pages of a client, in the order of the tabs. */
export const clientPages = [
  page("", "clients:read", "clientPages.overview.tab"),
  page("/requests", "clients:read", "clientPages.requests.tab"),
  ...section("clientPages.configuration.tab", [
    page("/configuration", "clients:read", "clientPages.configuration.tab"),
    page("/configuration/versions", "audit:read", "clientPages.versions.title"),
  ]),
  page("/companies", "clients:read", "clientPages.companies.title"),
  page("/connect", "clients:read", "developer.connect.title"),
  page("/credentials", "clients:read", "client.credentials.title"),
];

/** The pages of the operator console, in the order of the navigation. */
export const platformPages = [
  page("", "overview:read", "platform.overview.title", "o"),
  ...section("platform.nav.directory", [
    page("/organizations", "directory:read", "platform.organizations.title", "r"),
    page("/companies", "directory:read", "platform.companies.title", "c"),
    page("/people", "directory:read", "platform.people.title", "u"),
  ]),
  ...section("platform.nav.extensions", [
    page("/extensions", "extensions:read", "platform.extensions.title", "e"),
    page("/reviews", "extensions:read", "platform.reviews.title", "v"),
    page("/scopes", "scopes:read", "platform.scopes.title", "s"),
    page("/deliveries", "extensions:read", "platform.deliveries.title", "l"),
  ]),
  ...section("platform.nav.settings", [
    page("/service-keys", "keys:read", "platform.keys.title", "k"),
    page("/brand", "brand:read", "brand.title", "b"),
  ]),
  ...section("requests.logs", [
    page("/requests", "log:read", "requests.title", "q"),
    page("/audit", "platform-audit:read", "audit.title", "a"),
  ]),
];

function page<Permission extends string>(
  path: string,
  permission: Permission,
  label: MessageKey | null,
  shortcut?: string,
): ConsolePage<Permission> {
  return { path, permission, label, ...(shortcut && { shortcut }) };
}

function section<Permission extends string>(
  name: MessageKey,
  pages: readonly ConsolePage<Permission>[],
): ConsolePage<Permission>[] {
  return pages.map((page) => ({ ...page, section: name }));
}

/** A link of the navigation, or one that only the command palette has. */
interface ConsoleLink extends NavItem {
  paletteOnly: boolean;
  /** Name of the section that it belongs to, if any. */
  section?: string;
}

/**
 * Links to the pages that a person may open.
 * @param base path that the pages are below
 */
export async function consoleLinks<Permission>(
  pages: readonly ConsolePage<Permission>[],
  base: string,
  may: (permission: Permission) => boolean,
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
