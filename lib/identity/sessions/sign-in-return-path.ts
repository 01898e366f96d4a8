import { env } from "@/lib/core/env/env";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";

/** Where a sign-in page leads in the end: its `return_to`. */
export function signInReturnPath(query: SearchParams): string {
  return safeReturnPath(firstValue(query, "return_to"), env().baseUrl);
}

/** The sign-in address that returns to a path of this site. */
export function signInHref(returnPath: string): string {
  return leadBack("/sign-in", returnPath);
}

/** The address that asks for the code after the password, and returns to a path of this site. */
export function secondStepHref(returnPath: string): string {
  return leadBack("/sign-in/second-factor", returnPath);
}

const HOW = { again: { again: "1" }, silently: { silent: "1" }, only_silently: { silent: "only" } };

/**
 * The address that signs in at the provider and returns to a path of this site.
 * @param how `again`: the provider authenticates the person again, even if they are signed in there. `silently`: it
 * shows nothing, and people who are not signed in there get our sign-in page; with `only_silently` no page either
 */
export function providerHref(returnPath: string, how?: keyof typeof HOW): string {
  return leadBack("/api/auth/signin/oidc", returnPath, how && HOW[how]);
}

function leadBack(page: string, returnPath: string, more: Record<string, string> = {}): string {
  const query = { ...more, return_to: safeReturnPath(returnPath, env().baseUrl) };
  return `${page}?${new URLSearchParams(query)}`;
}

/** The section of the profile where a person turns on the second factor. */
export function secondFactorHref(organizationId: string): string {
  return `/profile?required_by=${organizationId}#second-factor`;
}
