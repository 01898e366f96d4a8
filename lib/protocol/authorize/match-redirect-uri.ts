import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { env } from "@/lib/core/env/env";

const APPLICATION_ID = /([?&])application_id=[0-9a-f]{24}(&|$)/;
// Written escapes, so that the pattern itself contains no control character.
const NEVER_IN_A_URL = /[\p{Cc}\s\\#]/u;

/**
 * The start of an address on a loopback host; group 1 leaves out the port. PostgreSQL reads the same
 * pattern, so it uses only what both dialects share.
 */
export const LOOPBACK_WITH_PORT =
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::[0-9]{1,5})?(?=\/|$|\?)/;

/** The requested address without the one parameter that SDKs append, `application_id` (24 hex). */
export function withoutApplicationId(redirectUri: string): string {
  const query = redirectUri.indexOf("?");
  if (query < 0) return redirectUri;
  const rest = redirectUri
    .slice(query)
    .replace(APPLICATION_ID, (_match, before: string, after: string) =>
      after === "" ? "" : before,
    );
  return redirectUri.slice(0, query) + rest;
}

/**
 * The registered redirect URLs that allow a requested redirect_uri; none for a malformed one. `exact`: as registered;
 * `loopback`: on a loopback host, as registered, without the port.
 */
export function redirectUriMatches(redirectUri: string): { exact: string[]; loopback: string[] } {
  if (NEVER_IN_A_URL.test(redirectUri) || !parseUrl(redirectUri)) {
    return { exact: [], loopback: [] };
  }
  const exact = [redirectUri, withoutApplicationId(redirectUri)];
  const loopback = exact.filter((uri) => LOOPBACK_WITH_PORT.test(uri)).map(withoutPort);
  return { exact, loopback };
}

/**
 * Whether a redirect_uri is one of the registered ones: the same text, except for
 * `application_id` and, on a loopback host, the port (RFC 8252 section 7.3). Nothing is normalized.
 */
export function matchRedirectUri(registered: readonly string[], redirectUri: string): boolean {
  const { exact, loopback } = redirectUriMatches(redirectUri);
  return registered.some((url) => exact.includes(url) || loopback.includes(withoutPort(url)));
}

/** The page of ours at which a client without an address of its own gets its codes. */
export function sandboxCallback(): string {
  return `${env().baseUrl}/sandbox/callback`;
}

/** Whether a redirect_uri leads to a page of ours, in whatever way it is written. */
export function isOwnAddress(redirectUri: string): boolean {
  // A name with a dot at its end is the same name.
  return parseUrl(redirectUri)?.origin.replace(/\.(:\d+)?$/, "$1") === env().baseUrl;
}

function withoutPort(url: string): string {
  return url.replace(LOOPBACK_WITH_PORT, "$1");
}
