import { decode, encode } from "next-auth/jwt";
import { sha256 } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env/env";
import { listCookies, readCookie, setCookie } from "@/lib/core/http/cookies";

/** The random values of an attempt, which the provider's response must match. */
export type SignInChecks = { state: string; nonce: string; pkceCodeVerifier: string };

/** One attempt to sign in at the provider, from the browser's departure to its return. */
export type Attempt = {
  checks: SignInChecks;
  /** Path to continue at. */
  returnTo: string;
  /**
   * Whether the provider was asked to show nothing (`prompt=none`). If it cannot sign the person in that way, `first`
   * leads to our sign-in page, and `only` back without a session and without a page.
   */
  silent: "no" | "first" | "only";
  /** Whether the provider was asked to authenticate the person again (`prompt=login`). */
  isFresh: boolean;
  /** The session whose person links the provider's account; null for a sign-in. */
  linkFor: string | null;
};

const ATTEMPT_SECONDS = 15 * 60;
// An attempt takes up to 2 KB, and proxies accept a Cookie header of 8 KB by default.
const MAX_ATTEMPTS = 3;
// Attempts of 0.1.0 have another form, so they must not open.
const SALT = "latchkey.oidc-attempt";
const PATH = "/api/auth";

/**
 * Set-Cookie headers for a new attempt. Each attempt has its own cookie, named after its state, so that sign-ins in
 * several tabs do not disturb each other; the oldest give way to a fourth.
 */
export async function setAttemptCookie(
  attempt: Attempt,
  cookieHeader: string | null,
): Promise<string[]> {
  const [secret] = env().sessionSecrets;
  const value = await encode({ token: attempt, secret, salt: SALT, maxAge: ATTEMPT_SECONDS });
  const open = listCookies(cookieHeader).filter((name) => name.startsWith(`${prefix()}.`));
  const superfluous = open.slice(0, Math.max(0, open.length - MAX_ATTEMPTS + 1));
  return [...superfluous.map(forget), keep(nameOf(attempt.checks.state), value, ATTEMPT_SECONDS)];
}

/** The attempt that a browser began with this state, or null: unknown, expired, or of another browser. */
export async function readAttempt(
  state: string,
  cookieHeader: string | null,
): Promise<Attempt | null> {
  const sealed = readCookie(cookieHeader, nameOf(state));
  const token = sealed && (await open(sealed));
  if (!token) return null;
  // Only this file encrypts under this salt.
  const { checks, silent, isFresh, returnTo, linkFor } = token as unknown as Attempt;
  return { checks, silent, isFresh, returnTo, linkFor };
}

/** A Set-Cookie header that removes an attempt. */
export function clearAttemptCookie(state: string): string {
  return forget(nameOf(state));
}

// Throws on a cookie that we did not make, or that has expired.
async function open(sealed: string) {
  for (const secret of env().sessionSecrets) {
    const token = await decode({ token: sealed, secret, salt: SALT }).catch(() => null);
    if (token) return token;
  }
  return null;
}

function forget(name: string): string {
  return keep(name, "", 0);
}

function nameOf(state: string): string {
  return `${prefix()}.${sha256(state).toString("hex").slice(0, 16)}`;
}

function prefix(): string {
  return env().baseUrl.startsWith("https:") ? "__Secure-latchkey.oidc" : "latchkey.oidc";
}

function keep(name: string, value: string, seconds: number): string {
  return setCookie(name, value, { path: PATH, seconds });
}
