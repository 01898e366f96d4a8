import { createHash, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env/env";
import { readCookie } from "@/lib/core/http/cookies";

/** Name of next-auth's CSRF cookie, with the `__Host-` prefix on https sites. */
export function csrfCookieName(): string {
  return env().baseUrl.startsWith("https:") ? "__Host-latchkey.csrf" : "latchkey.csrf";
}

/** A new cookie value: a token and its proof, in next-auth's format. */
export function newCsrfCookie(): string {
  const token = randomBytes(32).toString("hex");
  return `${token}|${proof(token, env().sessionSecrets[0])}`;
}

/** The token for a form's hidden field, or null if the browser has no valid cookie. */
export function readCsrfToken(cookieHeader: string | null): string | null {
  return readCsrfCookie(cookieHeader)?.token ?? null;
}

/** The token in the cookie with the secret that proves it, or null. */
export function readCsrfCookie(
  cookieHeader: string | null,
): { token: string; secret: string } | null {
  const value = readCookie(cookieHeader, csrfCookieName());
  if (!value) return null;
  const [token = "", given = ""] = value.split("|", 2);
  const secret = env().sessionSecrets.find((each) =>
    equalInConstantTime(given, proof(token, each)),
  );
  return secret === undefined ? null : { token, secret };
}

// next-auth's own derivation: SHA-256 of token and secret, in hex.
function proof(token: string, secret: string): string {
  return createHash("sha256").update(`${token}${secret}`).digest("hex");
}
