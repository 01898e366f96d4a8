import { createHash, randomBytes } from "node:crypto";
import { equalInConstantTime } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env/env";
import { readCookie, setCookie } from "@/lib/core/http/cookies";

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

const NAME = "latchkey.typed-email";
const PATH = "/sign-in";
const SECONDS = 60;
const MAX_LENGTH = 254;

/** Keeps the address of a failed attempt for the form, so that it is in no URL. Without an address, removes it. */
export function setTypedEmail(email = ""): string {
  const isKept = email !== "" && email.length <= MAX_LENGTH && email.isWellFormed();
  return setCookie(NAME, isKept ? email : "", { path: PATH, seconds: isKept ? SECONDS : 0 });
}

/** The address typed in the last attempt, or "" if there was none in the last minute. */
export function readTypedEmail(cookieHeader: string | null): string {
  return (readCookie(cookieHeader, NAME) ?? "").slice(0, MAX_LENGTH);
}
