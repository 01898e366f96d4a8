import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { type PageProps, titled } from "@/app/page-parts";
import { SecondFactorScreen } from "@/components/auth/second-factor-screen";
import { firstValue } from "@/lib/core/http/search-params";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { signInHref, signInReturnPath } from "@/lib/identity/sessions/sign-in-return-path";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";

export const generateMetadata = titled("signIn.code.title");

/** Asks people with a second factor for their code, after the password. */
export default async function SecondFactorPage(props: PageProps) {
  const query = await props.searchParams;
  const returnPath = signInReturnPath(query);
  const pending = await readPendingSession(await headers());
  if (!pending) redirect((await currentSession()) ? returnPath : signInHref(returnPath));
  return (
    <SecondFactorScreen
      account={pending.account}
      returnPath={returnPath}
      clientName={await nameWaitingClient(returnPath)}
      isWrong={firstValue(query, "problem") === "wrong_code"}
    />
  );
}
