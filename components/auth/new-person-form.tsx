import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";

export interface NewPersonFormProps {
  action: string;
  email: string;
  /** Fields that were refused. */
  invalid: ReadonlySet<string>;
}

/** The account of a person who accepts an invitation and has none yet. */
export function NewPersonForm({ action, email, invalid }: NewPersonFormProps) {
  const t = useTranslations("signIn");
  const errorOf = (field: string, correction: "wrongName" | "wrongPassword") =>
    invalid.has(field) ? t(`fields.${correction}`) : undefined;
  return (
    <Panel title={t("invitation.account")} description={t("invitation.accountWhy")}>
      <form action={action} method="post" className="grid gap-5">
        {invalid.size > 0 ? (
          <Notice tone="error" title={t("fields.nothingCreated")} live>
            <p>{t("fields.fillInAgain")}</p>
          </Notice>
        ) : null}
        <Field label={t("fields.email")} hint={t("fields.emailHint")}>
          {(control) => (
            <TextInput {...control} name="email" value={email} autoComplete="username" readOnly />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("fields.firstName")} error={errorOf("first_name", "wrongName")}>
            {(control) => (
              <TextInput
                {...control}
                name="first_name"
                autoComplete="given-name"
                maxLength={120}
                required
              />
            )}
          </Field>
          <Field label={t("fields.lastName")} error={errorOf("last_name", "wrongName")}>
            {(control) => (
              <TextInput
                {...control}
                name="last_name"
                autoComplete="family-name"
                maxLength={120}
                required
              />
            )}
          </Field>
        </div>
        <Field
          label={t("fields.password")}
          hint={t("fields.passwordHint")}
          error={errorOf("password", "wrongPassword")}
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
            {t("invitation.accept")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
