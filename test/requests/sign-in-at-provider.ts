import { parseSetCookie } from "cookie";
import { env } from "@/lib/core/env/env";
import { finishProviderSignIn } from "@/lib/platform/provider/finish-provider-sign-in";
import { startProviderSignIn } from "@/lib/platform/provider/start-provider-sign-in";

/** A browser that signs in at the provider: the cookies it has here and there. */
export type ProviderBrowser = { here: CookieJar; there: CookieJar };

/** A browser without cookies. */
export function newBrowser(): ProviderBrowser {
  return { here: new CookieJar(), there: new CookieJar() };
}

/** Starts a sign-in and follows the provider up to its redirect back, without following that one. */
export async function walkToCallback(
  browser: ProviderBrowser,
  { sub, query = "" }: { sub: string | null; query?: string },
): Promise<string> {
  const departure = await start(browser, query);
  return walkAtProvider(browser, departure.headers.get("location") ?? "", sub);
}

/** Starts a sign-in: the response that leads to the provider, or to a page of ours. */
export async function start({ here }: ProviderBrowser, query = ""): Promise<Response> {
  const address = `${env().baseUrl}/api/auth/signin/oidc?${query}`;
  const response = await startProviderSignIn(new Request(address, { headers: here.headers() }));
  here.keep(response);
  return response;
}

/** Follows the provider's pages until it redirects back to us. */
export async function walkAtProvider(
  { there }: ProviderBrowser,
  first: string,
  sub: string | null,
): Promise<string> {
  let address = first;
  for (let hop = 0; hop < 10; hop += 1) {
    const shown = await fetch(address, { headers: there.headers(), redirect: "manual" });
    there.keep(shown);
    const response = shown.status === 200 ? await submitLogin(there, address, sub) : shown;
    const location = response.headers.get("location");
    if (!location)
      throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
    address = new URL(location, address).href;
    if (address.startsWith(`${env().baseUrl}/`)) return address;
  }
  throw new Error(`the provider does not lead back, but to ${address}`);
}

async function submitLogin(there: CookieJar, address: string, sub: string | null) {
  const body = new URLSearchParams(sub === null ? { deny: "1" } : { sub });
  const response = await fetch(address, {
    method: "POST",
    headers: there.headers(),
    body,
    redirect: "manual",
  });
  there.keep(response);
  return response;
}

/** Opens our callback. */
export async function openCallback({ here }: ProviderBrowser, address: string): Promise<Response> {
  const response = await finishProviderSignIn(new Request(address, { headers: here.headers() }));
  here.keep(response);
  return response;
}

/** Signs in from start to end. */
export async function signInAtProvider(
  browser: ProviderBrowser,
  asked: { sub: string | null; query?: string },
): Promise<Response> {
  return openCallback(browser, await walkToCallback(browser, asked));
}

/** The problem that a response leads to, or null. */
export function problemOf(response: Response): Record<string, string> | null {
  const { pathname, searchParams } = new URL(
    response.headers.get("location") ?? "/",
    env().baseUrl,
  );
  return pathname === "/sign-in/problem" ? Object.fromEntries(searchParams) : null;
}

/** The cookies of a browser on one site. Paths do not matter to the tests. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Keeps the cookies that a response sets. */
  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const { name, value = "", maxAge } = parseSetCookie(line, { decode: (text) => text });
      if (value === "" || maxAge === 0) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** Request headers with all cookies. */
  headers(): Record<string, string> {
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return cookies.length > 0 ? { cookie: cookies.join("; ") } : {};
  }

  /** The value of a cookie, or null. */
  get(name: string): string | null {
    return this.#cookies.get(name) ?? null;
  }

  /** Takes over the cookies of another browser whose names begin like this. */
  adopt(other: CookieJar, prefix: string): void {
    for (const [name, value] of other.#cookies) {
      if (name.startsWith(prefix)) this.#cookies.set(name, value);
    }
  }

  /** A copy that later changes do not affect. */
  copy(): CookieJar {
    const copy = new CookieJar();
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }
}
