import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";

export interface RecoverScreenProps {
  /** Where the form posts to; its token is what authorizes it. */
  action: string;
  email: string;
  /** The password that was sent last was refused. */
  invalid: boolean;
}

/** Asks for a new password. Works without JavaScript. */
export function RecoverScreen({ action, email, invalid }: RecoverScreenProps) {
  const t = useTranslations("signIn");
  return (
    <FocusFrame>
      <PageHeader
        title={t("recover.title")}
        description={t.rich("recover.description", {
          email: () => <bdi className="text-ink">{email}</bdi>,
        })}
      />
      <Panel>
        <form action={action} method="post" className="grid gap-5">
          {/* Tells password managers whose password changes. */}
          <input
            type="text"
            name="username"
            defaultValue={email}
            autoComplete="username"
            readOnly
            hidden
          />
          <Field
            label={t("fields.newPassword")}
            hint={t("fields.passwordHint")}
            error={invalid ? t("fields.wrongPassword") : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                name="password"
                type="password"
                autoComplete="new-password"
                minLength={12}
                maxLength={200}
                required
              />
            )}
          </Field>
          <div>
            <Button type="submit" variant="primary" size="large">
              {t("recover.submit")}
            </Button>
          </div>
        </form>
      </Panel>
      <p className="text-muted text-sm">{t("recover.link")}</p>
    </FocusFrame>
  );
}

/** Shown when a recovery link was used, is wrong or is too old. */
export function RecoveryLinkSpent() {
  const t = useTranslations("signIn.recover");
  return (
    <FocusFrame>
      <PageHeader title={t("spent")} />
      <Notice tone="warning" title={t("spentWhy")}>
        <p>
          {t.rich("spentNext", {
            signin: (words) => (
              <a className="inline-link" href="/sign-in">
                {words}
              </a>
            ),
          })}
        </p>
      </Notice>
    </FocusFrame>
  );
}
