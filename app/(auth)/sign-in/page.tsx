import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { readSignInProblem } from "@/components/auth/read-sign-in-problem";
import { SignInScreen } from "@/components/auth/sign-in-screen";
import { readCsrfToken } from "@/lib/auth/csrf-cookie";
import { currentSession } from "@/lib/auth/current-session";
import { safeReturnPath } from "@/lib/auth/safe-return-path";
import { signInNotices } from "@/lib/auth/start-sign-in";
import { env } from "@/lib/env";
import { firstValue, type SearchParams } from "@/lib/http/search-params";
import { nameWaitingClient } from "@/lib/oauth/authorize/name-waiting-client";

export const metadata: Metadata = { title: "Sign in" };

/** `return_to` is ours; next-auth brings it back as `callbackUrl` after a failed attempt. */
export default async function SignInPage(props: { searchParams: Promise<SearchParams> }) {
  const query = await props.searchParams;
  const asked = firstValue(query, "return_to") || firstValue(query, "callbackUrl");
  const returnPath = safeReturnPath(asked, env().baseUrl);
  if (await currentSession()) redirect(returnPath);
  const csrfToken = readCsrfToken((await headers()).get("cookie"));
  if (csrfToken === null && firstValue(query, "started") === "") {
    const start = new URLSearchParams({ return_to: returnPath });
    for (const notice of signInNotices) if (firstValue(query, notice)) start.set(notice, "1");
    redirect(`/sign-in/start?${start}`);
  }
  const flags = {
    error: firstValue(query, "error"),
    created: firstValue(query, "created"),
    signedOut: firstValue(query, "signed_out"),
  };
  return (
    <SignInScreen
      csrfToken={csrfToken}
      callbackUrl={returnPath}
      clientName={await nameWaitingClient(returnPath)}
      problem={csrfToken === null ? "cookies_refused" : readSignInProblem(flags)}
    />
  );
}
