import { env } from "@/lib/core/env";
import { safeReturnPath } from "@/lib/core/http/safe-return-path";
import { firstValue, type SearchParams } from "@/lib/core/http/search-params";

/**
 * Where a sign-in page leads in the end: its `return_to`, or after a failed attempt next-auth's `callbackUrl`, which is
 * this page's own address with the same path.
 */
export function signInReturnPath(query: SearchParams): string {
  const requestedPath = firstValue(query, "return_to") || firstValue(query, "callbackUrl");
  const path = safeReturnPath(requestedPath, env().baseUrl);
  if (!path.startsWith("/sign-in?")) return path;
  const inner = new URLSearchParams(path.slice("/sign-in?".length)).get("return_to");
  return safeReturnPath(inner, env().baseUrl);
}

/** The sign-in address that returns to a path of this site. */
export function signInHref(returnPath: string): string {
  return `/sign-in?${new URLSearchParams({ return_to: returnPath })}`;
}

/**
 * The address that signs in at the provider and returns to a path of this site.
 * @param how `again`: the provider authenticates the person again, even if they are signed in there
 */
export function providerHref(returnPath: string, how?: "again"): string {
  const query = new URLSearchParams({ ...(how && { [how]: "1" }), return_to: returnPath });
  return `/api/auth/signin/oidc?${query}`;
}

/** The section of the profile where a person turns on the second factor. */
export function secondFactorHref(organizationId: string): string {
  return `/profile?required_by=${organizationId}#second-factor`;
}
