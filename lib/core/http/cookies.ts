import { parseCookie, stringifySetCookie } from "cookie";
import { env } from "@/lib/core/env/env";
import { decodePercent } from "@/lib/core/http/decode-percent";

/** Where a cookie is sent, and for how long it is kept. */
interface CookieScope {
  path?: string;
  /** Until the browser is closed if absent; 0 removes the cookie. */
  seconds?: number;
}

/** A Set-Cookie header for a cookie that no script and, unless a person follows a link, no other site can use. */
export function setCookie(
  name: string,
  value: string,
  { path = "/", seconds: maxAge }: CookieScope = {},
): string {
  const secure = env().baseUrl.startsWith("https:");
  return stringifySetCookie({ name, value, path, maxAge, secure, httpOnly: true, sameSite: "lax" });
}

/** Reads one cookie from a Cookie header; null if it is missing or not encoded as {@link setCookie} encodes it. */
export function readCookie(header: string | null, name: string): string | null {
  return parse(header)[name] ?? null;
}

/** The names in a Cookie header, in its order: the oldest first among cookies of one path (RFC 6265 section 5.4). */
export function listCookies(header: string | null): string[] {
  return Object.keys(parse(header));
}

function parse(header: string | null) {
  // The package's own decoder returns malformed text as it is.
  return parseCookie(header ?? "", { decode: (value) => decodePercent(value) ?? undefined });
}
