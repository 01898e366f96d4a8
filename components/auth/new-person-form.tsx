import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";
import { Panel } from "../ui/panel";
import { TextInput } from "../ui/text-input";
import { NameFields } from "./name-fields";
import { NewPasswordField } from "./new-password-field";

export interface NewPersonFormProps {
  action: string;
  email: string;
  /** Rejected fields. */
  invalid: ReadonlySet<string>;
}

/** Creates an account for a person who accepts an invitation. */
export function NewPersonForm({ action, email, invalid }: NewPersonFormProps) {
  const t = useTranslations("signIn");
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
        <NameFields invalid={invalid} />
        <NewPasswordField label={t("fields.password")} invalid={invalid} />
        <div>
          <Button type="submit" variant="primary" size="large">
            {t("invitation.accept")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
