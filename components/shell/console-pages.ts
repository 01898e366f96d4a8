import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";
import { getTranslations } from "next-intl/server";
import type { NavSection } from "../ui/tab-links";
import type { NavItem } from "./nav-link";

/** The permissions that pages of the console need. */
type ConsolePermission =
  | "clients:read"
  | "clients:write"
  | "members:read"
  | "audit:read"
  | "organization:write";

type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

interface ConsolePage {
  /** Below the organization's page, or below the client's. */
  path: string;
  /** What a member needs to open it. */
  permission: ConsolePermission;
  /** Its name in navigation and command palette; null for a page that is linked elsewhere. */
  label: MessageKey | null;
  /** Letter that leads there after `g`. */
  shortcut?: string;
  /** Offered in the command palette only. */
  paletteOnly?: true;
  /** Name of the navigation entry that it shares with the pages of the same section beside it. */
  section?: MessageKey;
}

/** The pages of an organization, in the order of the navigation. */
export const organizationPages: readonly ConsolePage[] = [
  { path: "", permission: "clients:read", label: "overview.title", shortcut: "o" },
  { path: "/clients", permission: "clients:read", label: "clients.list", shortcut: "c" },
  {
    path: "/members",
    permission: "members:read",
    label: "people.titles.organization",
    shortcut: "m",
  },
  {
    path: "/requests",
    permission: "clients:read",
    label: "requests.title",
    shortcut: "l",
    section: "requests.logs",
  },
  {
    path: "/audit",
    permission: "audit:read",
    label: "audit.title",
    shortcut: "a",
    section: "requests.logs",
  },
  {
    path: "/settings",
    permission: "clients:read",
    label: "settings.title",
    shortcut: "s",
  },
  {
    path: "/settings#apps",
    permission: "clients:read",
    label: "extensions.installed.title.organization",
    shortcut: "i",
    paletteOnly: true,
  },
  { path: "/installed/[client_id]", permission: "clients:read", label: null },
  {
    path: "/clients/new",
    permission: "clients:write",
    label: "clients.newClient",
    shortcut: "n",
    paletteOnly: true,
  },
];

/** The pages of a client, in the order of the tabs. */
export const clientPages: readonly ConsolePage[] = [
  { path: "", permission: "clients:read", label: "clientPages.overview.tab" },
  { path: "/requests", permission: "clients:read", label: "clientPages.requests.tab" },
  { path: "/configuration", permission: "clients:read", label: "clientPages.configuration.tab" },
  { path: "/companies", permission: "clients:read", label: "clientPages.companies.title" },
  { path: "/connect", permission: "clients:read", label: "developer.connect.title" },
  { path: "/credentials", permission: "clients:read", label: "clientPages.credentials.title" },
];

/** A link of the navigation, or one that only the command palette has. */
interface ConsoleLink extends NavItem {
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
