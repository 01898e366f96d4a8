import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { type PageProps, titled } from "@/app/page-parts";
import { readSignInProblem, SignInScreen } from "@/components/auth/sign-in-screen";
import { env } from "@/lib/core/env/env";
import { firstValue } from "@/lib/core/http/search-params";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { readCsrfToken, readTypedEmail } from "@/lib/identity/sessions/sign-in-cookies";
import { signInNotices } from "@/lib/identity/sessions/sign-in-form";
import {
  providerHref,
  secondStepHref,
  signInHref,
  signInReturnPath,
} from "@/lib/identity/sessions/sign-in-return-path";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";

export const generateMetadata = titled("signIn.title");

/**
 * Asks for the provider's account, or email and password. The browser then returns here: signed-in people continue to
 * where they were going, and people with a second factor are asked for it.
 */
export default async function SignInPage(props: PageProps) {
  const query = await props.searchParams;
  const returnPath = signInReturnPath(query);
  if (await currentSession()) redirect(returnPath);
  const cookie = (await headers()).get("cookie");
  if (firstValue(query, "error") === "" && (await readPendingSession(cookie))) {
    redirect(secondStepHref(returnPath));
  }
  const { provider, passwordSignIn } = env();
  // Operators may always use their password, at an address that nothing links to.
  const hasPasswords = passwordSignIn || firstValue(query, "password") !== "";
  const csrfToken = readCsrfToken(cookie);
  if (hasPasswords && csrfToken === null && firstValue(query, "started") === "") {
    const start = new URLSearchParams({ return_to: returnPath });
    for (const notice of signInNotices) if (firstValue(query, notice)) start.set(notice, "1");
    redirect(`/sign-in/start?${start}`);
  }
  const flags = {
    error: firstValue(query, "error"),
    created: firstValue(query, "created"),
    recovered: firstValue(query, "recovered"),
    passwordSet: firstValue(query, "password_set"),
    signedOut: firstValue(query, "signed_out"),
  };
  return (
    <SignInScreen
      csrfToken={csrfToken}
      typedEmail={flags.error === "" ? "" : readTypedEmail(cookie)}
      returnPath={returnPath}
      arePasswordsHidden={!passwordSignIn}
      tryAgainHref={signInHref(returnPath)}
      clientName={await nameWaitingClient(returnPath)}
      provider={provider ? { name: provider.name, href: providerHref(returnPath) } : null}
      hasPasswords={hasPasswords}
      problem={hasPasswords && csrfToken === null ? "cookies_blocked" : readSignInProblem(flags)}
    />
  );
}
