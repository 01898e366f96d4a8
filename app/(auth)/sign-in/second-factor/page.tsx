import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { CodeField } from "@/components/auth/account-fields";
import { SignInFrame } from "@/components/auth/sign-in-frame";
import { SignOutForm } from "@/components/auth/sign-out-form";
import { Notice } from "@/components/ui/notice";
import { PlainForm } from "@/components/ui/plain-form";
import { firstValue } from "@/lib/core/http/search-params";
import { currentSession } from "@/lib/identity/sessions/current-session";
import { readPendingSession } from "@/lib/identity/sessions/pending-session";
import { signInHref, signInReturnPath } from "@/lib/identity/sessions/sign-in-return-path";
import { nameWaitingClient } from "@/lib/protocol/authorize/name-waiting-client";

export const generateMetadata = titled("signIn.code.title");

/** Asks people with a second factor for their code, after the password. Works without JavaScript. */
export default async function SecondFactorPage(props: PageProps) {
  const query = await props.searchParams;
  const returnPath = signInReturnPath(query);
  const pending = await readPendingSession((await headers()).get("cookie"));
  if (!pending) redirect((await currentSession()) ? returnPath : signInHref(returnPath));
  const t = await getTranslations("signIn");
  return (
    <SignInFrame
      title={t("code.title")}
      description={t("code.description")}
      clientName={await nameWaitingClient(returnPath)}
      footer={t("code.lost")}
    >
      {firstValue(query, "problem") === "wrong_code" ? (
        <Notice
          tone="error"
          title={t("code.problems.wrong_code.title")}
          live
          next={t("code.problems.wrong_code.next")}
        />
      ) : null}
      <PlainForm
        action="/sign-in/second-factor/answer"
        submit={t("code.submit")}
        variant="primary"
        size="large"
        className="mt-1 w-full"
      >
        <input type="hidden" name="return_to" value={returnPath} />
        <CodeField label={t("code.label")} hint={t("code.hint")} autoFocus />
      </PlainForm>
      <SignOutForm returnTo={returnPath}>
        <p className="text-muted text-sm">
          {t.rich("code.as", { email: () => <bdi className="text-ink">{pending.account}</bdi> })}{" "}
          <button type="submit" className="inline-link min-h-6">
            {t("otherAccount")}
          </button>
        </p>
      </SignOutForm>
    </SignInFrame>
  );
}
