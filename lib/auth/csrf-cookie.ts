import { createHash, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@/lib/kernel/crypto/hash";
import { env } from "@/lib/kernel/env";
import { readCookie } from "@/lib/kernel/http/cookies";

/** Name of next-auth's CSRF cookie; `__Host-` wherever the site is on https. */
export function csrfCookieName(): string {
  return env().baseUrl.startsWith("https:") ? "__Host-latchkey.csrf" : "latchkey.csrf";
}

/** A new value for the cookie: a token and its proof, in the form that next-auth checks. */
export function newCsrfCookie(): string {
  const token = randomBytes(32).toString("hex");
  return `${token}|${proof(token)}`;
}

/** The token for a form's hidden field, or null when the browser holds no cookie of ours. */
export function readCsrfToken(cookieHeader: string | null): string | null {
  const value = readCookie(cookieHeader, csrfCookieName());
  if (!value) return null;
  const [token = "", given = ""] = value.replace("%7C", "|").split("|", 2);
  return equalInConstantTime(given, proof(token)) ? token : null;
}

// next-auth's own derivation: SHA-256 of token and secret, in hex.
function proof(token: string): string {
  return createHash("sha256").update(`${token}${env().nextauthSecret}`).digest("hex");
}
