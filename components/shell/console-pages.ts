import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";

/** The permissions that pages of the console need. */
export type ConsolePermission =
  | "clients:read"
  | "clients:write"
  | "members:read"
  | "audit:read"
  | "organization:write";

type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

export interface ConsolePage {
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
  { path: "", permission: "clients:read", label: "activity.overview.title", shortcut: "o" },
  { path: "/clients", permission: "clients:read", label: "clients.list", shortcut: "c" },
  { path: "/installed", permission: "clients:read", label: "installed.tab", shortcut: "i" },
  { path: "/members", permission: "members:read", label: "members.title", shortcut: "m" },
  {
    path: "/calls",
    permission: "clients:read",
    label: "calls.title",
    shortcut: "l",
    section: "calls.logs",
  },
  {
    path: "/audit",
    permission: "audit:read",
    label: "audit.title",
    shortcut: "a",
    section: "calls.logs",
  },
  {
    path: "/settings",
    permission: "organization:write",
    label: "members.settings.title",
    shortcut: "s",
  },
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
  { path: "/credentials", permission: "clients:read", label: "clientPages.credentials.title" },
  ...inSection("clientPages.sections.configuration", [
    { path: "/redirect-urls", permission: "clients:read", label: "clientPages.redirectUrls.tab" },
    { path: "/scopes", permission: "clients:read", label: "clientPages.scopes.tab" },
    { path: "/lifetimes", permission: "clients:read", label: "clientPages.lifetimes.tab" },
  ]),
  { path: "/companies", permission: "clients:read", label: "clientPages.companies.title" },
  ...inSection("clientPages.sections.monitoring", [
    { path: "/activity", permission: "clients:read", label: "activity.client.title" },
    { path: "/calls", permission: "clients:read", label: "calls.title" },
    { path: "/events", permission: "clients:read", label: "events.title" },
    { path: "/audit", permission: "audit:read", label: "audit.title" },
  ]),
  ...inSection("clientPages.sections.development", [
    { path: "/quick-start", permission: "clients:read", label: "developer.quickStart.title" },
    { path: "/try", permission: "clients:read", label: "developer.nav.label" },
  ]),
  { path: "/edit", permission: "clients:write", label: null },
];

function inSection(section: MessageKey, pages: readonly ConsolePage[]): ConsolePage[] {
  return pages.map((page) => ({ ...page, section }));
}
