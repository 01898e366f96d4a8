import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import type { Session } from "@/lib/operation/access/session";

/** The session of the page being rendered, or null. One query per page. */
export const currentSession = cache(async (): Promise<Session | null> => {
  return readSession(await headers());
});

/** The session of the page being rendered; without one, redirects to sign-in and back. */
export async function requireSession(returnPath: string): Promise<Session> {
  const session = await currentSession();
  return session ?? redirect(signInHref(returnPath));
}
