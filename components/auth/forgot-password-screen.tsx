import { useTranslations } from "next-intl";
import { DeadEnd } from "../errors/dead-end";
import { Disclosure } from "../ui/disclosure";
import { TextField } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { PlainForm } from "../ui/plain-form";

/**
 * Asks where to mail a link that sets a new password. Works without JavaScript.
 * @param state `sent`: whether or not there is an account. `no_mail`: the installation cannot send links.
 */
export function ForgotPasswordScreen({ state }: { state: "form" | "sent" | "no_mail" }) {
  const t = useTranslations("signIn.forgot");
  const back = (
    <a className="inline-link" href="/sign-in">
      {t("back")}
    </a>
  );
  if (state === "no_mail") {
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
      <PageHeader
        title={t("title")}
        description={state === "form" ? t("description") : undefined}
      />
      {state === "form" ? (
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
      ) : (
        <Notice tone="info" title={t("sent")} live>
          <p>{t("sentNext")}</p>
          <p>
            <a className="inline-link" href="/forgot-password">
              {t("again")}
            </a>
          </p>
        </Notice>
      )}
      <p>{back}</p>
    </FocusFrame>
  );
}
