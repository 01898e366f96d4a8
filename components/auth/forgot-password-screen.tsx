import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";

export interface ForgotPasswordScreenProps {
  /** `sent`: whether or not there is an account. `no_mail`: the installation cannot send links. */
  state: "form" | "sent" | "no_mail";
}

/** Asks where to mail a link that sets a new password. Works without JavaScript. */
export function ForgotPasswordScreen({ state }: ForgotPasswordScreenProps) {
  const t = useTranslations("signIn.forgot");
  return (
    <FocusFrame>
      <PageHeader title={t("title")} {...(state === "form" && { description: t("description") })} />
      {state === "form" ? <AddressForm /> : null}
      {state === "sent" ? (
        <Notice tone="info" title={t("sent")} live>
          <p>{t("sentNext")}</p>
          <p>
            <a className="inline-link" href="/forgot-password">
              {t("again")}
            </a>
          </p>
        </Notice>
      ) : null}
      {state === "no_mail" ? (
        <Notice tone="warning" title={t("noMail")}>
          <p>
            {t.rich("noMailNext", {
              command: () => <code>npm run latchkey -- owner recover</code>,
            })}
          </p>
        </Notice>
      ) : null}
      <p>
        <a className="inline-link" href="/sign-in">
          {t("back")}
        </a>
      </p>
    </FocusFrame>
  );
}

function AddressForm() {
  const t = useTranslations("signIn.forgot");
  return (
    <Panel>
      <form action="/forgot-password/mail" method="post" className="grid gap-5">
        <Field label={t("email")} hint={t("emailHint")}>
          {(control) => (
            <TextInput
              {...control}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={200}
              required
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="primary" size="large">
            {t("submit")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
