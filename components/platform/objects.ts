import type { DirectoryClient } from "@/lib/platform/clients/schemas";
import type { CompanyResponse } from "@/lib/platform/companies/schemas";
import type { DirectoryOrganization } from "@/lib/platform/organizations/schemas";
import type { UserResponse } from "@/lib/platform/users/schemas";
import type { DirectoryKind } from "@/lib/platform/values";

/** What operators administer, by kind. */
export interface Objects extends Record<DirectoryKind, object> {
  extension: DirectoryClient;
  organization: DirectoryOrganization;
  company: CompanyResponse;
  person: UserResponse;
}

/** What the audit log calls an object of a kind, before its id. */
export const TARGETS: Record<DirectoryKind, string> = {
  extension: "client",
  organization: "organization",
  company: "company",
  person: "user",
};

/** The list below `/platform` that has the objects of a kind, and the page of each below it. */
export const objectLists = {
  extension: "extensions",
  organization: "organizations",
  company: "companies",
  person: "people",
} as const satisfies Record<DirectoryKind, string>;

/** The page of an object. */
export function objectHref(kind: DirectoryKind, id: string | number): string {
  return `/platform/${objectLists[kind]}/${encodeURIComponent(id)}`;
}

/** The name of a person, or else their address, or else their id. */
export function nameOf(person: UserResponse): string {
  const name = `${person.first_name} ${person.last_name}`.trim();
  return name || person.email || idOf(person);
}

/** The id that the directory's API knows a person by. */
export function idOf({ external_id: externalId, user_id: userId }: UserResponse): string {
  return externalId ?? userId;
}
