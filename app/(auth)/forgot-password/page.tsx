import { getTranslations } from "next-intl/server";
import { type PageProps, titled } from "@/app/page-parts";
import { DeadEnd } from "@/components/errors/dead-end";
import { Disclosure } from "@/components/ui/disclosure";
import { TextField } from "@/components/ui/field";
import { FocusFrame } from "@/components/ui/focus-frame";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { PlainForm } from "@/components/ui/plain-form";
import { env } from "@/lib/core/env/env";
import { firstValue } from "@/lib/core/http/search-params";

export const generateMetadata = titled("signIn.forgot.title");

/** Offers to mail a password reset link, or says whom to ask. It never reveals whether an account exists. */
export default async function ForgotPasswordPage(props: PageProps) {
  const wasSent = firstValue(await props.searchParams, "sent") !== "";
  const t = await getTranslations("signIn.forgot");
  const back = (
    <a className="inline-link" href="/sign-in">
      {t("back")}
    </a>
  );
  if (!env().mail) {
    return (
      <DeadEnd title={t("title")} what={t("noMail")} actions={back}>
        <p>{t("noMailNext")}</p>
        <Disclosure summary={t("forOperators")}>
          <p>
            {t.rich("noMailCommand", {
              command: () => <code>npm run latchkey -- owner recover</code>,
            })}
          </p>
        </Disclosure>
      </DeadEnd>
    );
  }
  return (
    <FocusFrame>
      <PageHeader title={t("title")} description={wasSent ? undefined : t("description")} />
      {wasSent ? (
        <Notice tone="info" title={t("sent")} live>
          <p>{t("sentNext")}</p>
          <p>
            <a className="inline-link" href="/forgot-password">
              {t("again")}
            </a>
          </p>
        </Notice>
      ) : (
        <Panel>
          <PlainForm
            action="/forgot-password/mail"
            submit={t("submit")}
            variant="primary"
            size="large"
          >
            <TextField
              label={t("email")}
              hint={t("emailHint")}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={200}
              required
            />
          </PlainForm>
        </Panel>
      )}
      <p>{back}</p>
    </FocusFrame>
  );
}
