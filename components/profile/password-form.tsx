import { useTranslations } from "next-intl";
import { NewPasswordField } from "../auth/new-password-field";
import { Button } from "../ui/button";
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
      <NewPasswordField name="new_password" label={t("new")} />
      <p className="text-muted text-sm">{t("others")}</p>
      <div>
        <Button type="submit">{t("submit")}</Button>
      </div>
    </form>
  );
}
