import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";

/** Where sign-in leads without a usable return address. */
export const DEFAULT_RETURN_PATH = "/";

const PLACEHOLDER = "http://placeholder.invalid";

/** Bytes of a return address as a parameter of another address, which proxies have to accept. */
const MAX_BYTES = 1_000;

/**
 * The path, query and fragment of a return address on this site, or "/" for what leads elsewhere (`//evil`, `/\evil`,
 * `javascript:`, another origin). A long one loses its query, or leads to "/".
 */
export function safeReturnPath(address: string | null | undefined, baseUrl: string): string {
  if (!address || /[\\\p{Cc}]/u.test(address)) return DEFAULT_RETURN_PATH;
  const relative = address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address;
  if (!relative.startsWith("/") || relative.startsWith("//")) return DEFAULT_RETURN_PATH;
  const url = parseUrl(relative, PLACEHOLDER);
  if (!url) return DEFAULT_RETURN_PATH;
  // Dot segments can leave a path that starts with "//".
  if (url.origin !== PLACEHOLDER || url.pathname.startsWith("//")) return DEFAULT_RETURN_PATH;
  const candidates = [url.pathname + url.search + url.hash, url.pathname];
  const isShort = (path: string) => encodeURIComponent(path).length <= MAX_BYTES;
  return candidates.find(isShort) ?? DEFAULT_RETURN_PATH;
}
