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
  paletteOnly?: true;
  /** Name of the navigation entry that it shares with the pages of the same section beside it. */
  section?: MessageKey;
}

type MemberPage = ConsolePage<
  "clients:read" | "clients:write" | "members:read" | "audit:read" | "organization:write"
>;

/** The pages of an organization, in the order of the navigation. */
export const organizationPages: readonly MemberPage[] = [
  { path: "", permission: "clients:read", label: "overview.title", shortcut: "o" },
  { path: "/clients", permission: "clients:read", label: "clients.list", shortcut: "c" },
  {
    path: "/members",
    permission: "members:read",
    label: "people.titles.organization",
    shortcut: "m",
  },
  ...section("requests.logs", [
    { path: "/requests", permission: "clients:read", label: "requests.title", shortcut: "l" },
    { path: "/audit", permission: "audit:read", label: "audit.title", shortcut: "a" },
  ]),
  { path: "/settings", permission: "clients:read", label: "settings.title", shortcut: "s" },
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
export const clientPages: readonly MemberPage[] = [
  { path: "", permission: "clients:read", label: "clientPages.overview.tab" },
  { path: "/requests", permission: "clients:read", label: "clientPages.requests.tab" },
  {
    path: "/configuration",
    permission: "clients:read",
    label: "clientPages.configuration.tab",
    section: "clientPages.configuration.tab",
  },
  {
    path: "/configuration/versions",
    permission: "audit:read",
    label: "clientPages.versions.title",
    section: "clientPages.configuration.tab",
  },
  { path: "/companies", permission: "clients:read", label: "clientPages.companies.title" },
  { path: "/connect", permission: "clients:read", label: "developer.connect.title" },
  { path: "/credentials", permission: "clients:read", label: "client.credentials.title" },
];

/** The pages of the operator console, in the order of the navigation. */
export const platformPages: readonly ConsolePage<
  | "overview:read"
  | "directory:read"
  | "extensions:read"
  | "scopes:read"
  | "keys:read"
  | "brand:read"
  | "log:read"
  | "platform-audit:read"
>[] = [
  { path: "", permission: "overview:read", label: "platform.overview.title", shortcut: "o" },
  ...section("platform.nav.directory", [
    {
      path: "/organizations",
      permission: "directory:read",
      label: "platform.organizations.title",
      shortcut: "r",
    },
    {
      path: "/companies",
      permission: "directory:read",
      label: "platform.companies.title",
      shortcut: "c",
    },
    {
      path: "/people",
      permission: "directory:read",
      label: "platform.people.title",
      shortcut: "u",
    },
  ]),
  ...section("platform.nav.extensions", [
    {
      path: "/extensions",
      permission: "extensions:read",
      label: "platform.extensions.title",
      shortcut: "e",
    },
    {
      path: "/reviews",
      permission: "extensions:read",
      label: "platform.reviews.title",
      shortcut: "v",
    },
    { path: "/scopes", permission: "scopes:read", label: "platform.scopes.title", shortcut: "s" },
    {
      path: "/deliveries",
      permission: "extensions:read",
      label: "platform.deliveries.title",
      shortcut: "l",
    },
  ]),
  ...section("platform.nav.settings", [
    { path: "/service-keys", permission: "keys:read", label: "platform.keys.title", shortcut: "k" },
    { path: "/brand", permission: "brand:read", label: "brand.title", shortcut: "b" },
  ]),
  ...section("requests.logs", [
    { path: "/requests", permission: "log:read", label: "requests.title", shortcut: "q" },
    { path: "/audit", permission: "platform-audit:read", label: "audit.title", shortcut: "a" },
  ]),
];

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
