import { useTranslations } from "next-intl";
import { DeadEnd } from "../errors/dead-end";
import { Button } from "../ui/button";
import { Disclosure } from "../ui/disclosure";
import { TextField } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";

export interface ForgotPasswordScreenProps {
  /** `sent`: whether or not there is an account. `no_mail`: the installation cannot send links. */
  state: "form" | "sent" | "no_mail";
}

/** Asks where to mail a link that sets a new password. Works without JavaScript. */
export function ForgotPasswordScreen({ state }: ForgotPasswordScreenProps) {
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
      <PageHeader title={t("title")} {...(state === "form" && { description: t("description") })} />
      {state === "form" ? (
        <AddressForm />
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

function AddressForm() {
  const t = useTranslations("signIn.forgot");
  return (
    <Panel>
      <form action="/forgot-password/mail" method="post" className="grid gap-5">
        <TextField
          label={t("email")}
          hint={t("emailHint")}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={200}
          required
        />
        <div>
          <Button type="submit" variant="primary" size="large">
            {t("submit")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
