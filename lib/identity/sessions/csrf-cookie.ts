import { createHash, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env";
import { readCookie } from "@/lib/core/http/cookies";

/** Name of next-auth's CSRF cookie, with the `__Host-` prefix on https sites. */
export function csrfCookieName(): string {
  return env().baseUrl.startsWith("https:") ? "__Host-latchkey.csrf" : "latchkey.csrf";
}

/** A new cookie value: a token and its proof, in next-auth's format. */
export function newCsrfCookie(): string {
  const token = randomBytes(32).toString("hex");
  return `${token}|${proof(token)}`;
}

/** The token for a form's hidden field, or null if the browser has no valid cookie. */
export function readCsrfToken(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, csrfCookieName());
  if (!value) return null;
  const [token = "", given = ""] = value.split("|", 2);
  return equalInConstantTime(given, proof(token)) ? token : null;
}

// next-auth's own derivation: SHA-256 of token and secret, in hex.
function proof(token: string): string {
  return createHash("sha256").update(`${token}${env().nextauthSecret}`).digest("hex");
}
