import type { MessageKeys, Messages, NestedKeyOf } from "next-intl";

/** The permissions that pages of the operator console need. */
export type PlatformPagePermission =
  | "overview:read"
  | "directory:read"
  | "extensions:read"
  | "scopes:read"
  | "keys:read"
  | "brand:read"
  | "log:read"
  | "platform-audit:read";

type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** A page of the operator console. */
export interface PlatformPage {
  /** Below `/platform`. */
  path: string;
  /** What an operator needs to open it. */
  permission: PlatformPagePermission;
  /** Its name in navigation and command palette. */
  label: MessageKey;
  /** Letter that leads there after `g`. */
  shortcut?: string;
}

/** Pages under one entry of the navigation. */
export interface PlatformSection {
  /** The entry's name; a section of one page has that page's. */
  label: MessageKey;
  pages: readonly [PlatformPage, ...PlatformPage[]];
}

/** The pages of the operator console by entry of the navigation, in its order. */
export const platformSections: readonly PlatformSection[] = [
  {
    label: "platform.overview.title",
    pages: [
      { path: "", permission: "overview:read", label: "platform.overview.title", shortcut: "o" },
    ],
  },
  {
    label: "platform.nav.directory",
    pages: [
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
    ],
  },
  {
    label: "platform.nav.extensions",
    pages: [
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
      {
        path: "/scopes",
        permission: "scopes:read",
        label: "platform.scopes.title",
        shortcut: "s",
      },
      {
        path: "/deliveries",
        permission: "extensions:read",
        label: "platform.deliveries.title",
        shortcut: "l",
      },
    ],
  },
  {
    label: "platform.nav.settings",
    pages: [
      {
        path: "/service-keys",
        permission: "keys:read",
        label: "platform.keys.title",
        shortcut: "k",
      },
      { path: "/brand", permission: "brand:read", label: "brand.title", shortcut: "b" },
    ],
  },
  {
    label: "requests.logs",
    pages: [
      { path: "/requests", permission: "log:read", label: "requests.title", shortcut: "q" },
      { path: "/audit", permission: "platform-audit:read", label: "audit.title", shortcut: "a" },
    ],
  },
];
