import type { DirectoryKind } from "@/lib/platform/search/values";

/** The list below `/platform` that has the objects of a kind, and the page of each below it. */
export const objectLists = {
  extension: "extensions",
  organization: "organizations",
  company: "companies",
  person: "people",
} as const satisfies Record<DirectoryKind, string>;
