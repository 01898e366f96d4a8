import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { PasswordField } from "./password-field";

/** A new password for who knows the present one. */
export function PasswordForm({ email }: { email: string }) {
  const t = useTranslations("profile.password");
  return (
    <form action="/profile/password" method="post" className="grid gap-5">
      {/* Tells password managers whose password changes. */}
      <input
        type="text"
        name="username"
        defaultValue={email}
        autoComplete="username"
        readOnly
        hidden
      />
      <PasswordField label="present" />
      <Field label={t("new")} hint={t("hint")}>
        {(control) => (
          <TextInput
            {...control}
            name="new_password"
            type="password"
            autoComplete="new-password"
            minLength={12}
            maxLength={200}
            required
          />
        )}
      </Field>
      <p className="text-muted text-sm">{t("others")}</p>
      <div>
        <Button type="submit">{t("submit")}</Button>
      </div>
    </form>
  );
}
