import { db } from "@/lib/core/db/client";
import { sessionCookieName, verifySessionCookie } from "@/lib/identity/sessions/session-cookie";
import type { TestProvider } from "@/test/process/provider/serve-provider";
import {
  newBrowser,
  type ProviderBrowser,
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

/** Signs a person with these claims in, in a new browser, and returns their session. */
export async function signInWith(
  provider: TestProvider,
  sub: string,
  claims: Record<string, unknown>,
) {
  provider.accounts.set(sub, { claims });
  const browser = newBrowser();
  await signInAtProvider(browser, { sub });
  return requireStoredSession(browser);
}
