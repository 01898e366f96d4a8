import { expect } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma, User } from "@/lib/core/db/generated/client";
import { sessionCookieName, verifySessionCookie } from "@/lib/identity/sessions/session-cookie";
import type { TestProvider } from "@/test/process/provider/serve-provider";
import {
  CookieJar,
  type ProviderBrowser,
  problemOf,
  signInAtProvider,
} from "@/test/requests/sign-in-at-provider";

/** The session of a browser with its person, live or not; null without one. */
export async function storedSession({ here }: ProviderBrowser) {
  const sessionId = verifySessionCookie(here.get(sessionCookieName()) ?? "");
  if (sessionId === null) return null;
  return db().userSession.findUniqueOrThrow({
    where: { id: sessionId },
    include: {
      providerSession: true,
      user: { include: { companyMembers: true, organizationMembers: true } },
    },
  });
}

/** The same, for a browser that must have one. */
export async function requireStoredSession(browser: ProviderBrowser) {
  const session = await storedSession(browser);
  if (!session) throw new Error("the browser has no session");
  return session;
}

/**
 * Signs someone in with a new browser.
 * @param there of a browser at the provider, where they may be signed in
 */
export async function signInNewly(
  sub: string | null = newId(),
  query = "",
  there = new CookieJar(),
) {
  const browser = { here: new CookieJar(), there };
  const response = await signInAtProvider(browser, { sub, query });
  return { browser, response, sub: sub ?? "" };
}

/** Signs a person with these claims in, in a new browser, and returns their session. */
export async function signInWith(
  provider: TestProvider,
  sub: string,
  claims: Record<string, unknown>,
) {
  provider.accounts.set(sub, { claims });
  return requireStoredSession((await signInNewly(sub)).browser);
}

/** Expects that a response is a page about a problem, and that the browser has no session. */
export async function expectNoSession(
  browser: ProviderBrowser,
  response: Response,
  problem: Record<string, unknown>,
): Promise<void> {
  expect(problemOf(response)).toMatchObject(problem);
  expect(await storedSession(browser)).toBeNull();
}

/** Creates a person of the directory with this account at the provider. */
export function mintAccount(
  sub: string,
  columns: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<User> {
  const name = { firstName: "Mira", lastName: "Sen" };
  return db().user.create({ data: { id: newId(), externalId: sub, ...name, ...columns } });
}
