import { randomBytes } from "node:crypto";

/** The facts that a page's headers depend on. */
export interface PageSecurity {
  /** Path of the request, without its query. */
  readonly path: string;
  /** Whether BASE_URL is https. */
  readonly https: boolean;
  /** `next dev`, whose scripts need eval and a socket of their own. */
  readonly development: boolean;
}

/**
 * Pages whose form ends, after redirects, at an extension. Chromium applies `form-action` to each of these redirects,
 * so it must allow every possible redirect URL: https, or http on loopback.
 */
const LEADS_TO_EXTENSIONS = /^\/(?:consent|sign-in)(?:\/|$)/;
const EXTENSION_ADDRESSES = "https: http://127.0.0.1:* http://localhost:*";

/**
 * Pages whose address may contain a token or a code: links from a mail or the shell, sign-in with the address that it
 * leads to, and callbacks. Their forms need an Origin header, so these pages themselves allow `strict-origin`.
 */
const SECRET_IN_ADDRESS = /^\/(?:api\/auth|invitation|recover|sandbox|setup|sign-in)(?:\/|$)/;

/**
 * The response headers of a page, for those that its handler does not set.
 *
 * The Content-Security-Policy has a new nonce in each response; Next adds the nonce to its own scripts if it finds the
 * policy on the request as well.
 */
export function pageSecurityHeaders(page: PageSecurity): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy(page, randomBytes(16).toString("base64")),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": SECRET_IN_ADDRESS.test(page.path) ? "no-referrer" : "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
  if (page.https) headers["strict-transport-security"] = "max-age=31536000";
  return headers;
}

function contentSecurityPolicy({ path, development }: PageSecurity, nonce: string): string {
  const evaluate = development ? " 'unsafe-eval'" : "";
  const leaving = LEADS_TO_EXTENSIONS.test(path) ? ` ${EXTENSION_ADDRESSES}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action 'self'${leaving}`,
    "object-src 'none'",
  ].join("; ");
}
