import { useTranslations } from "next-intl";
import { NewPasswordField, PasswordField, UsernameHint } from "../auth/account-fields";
import { Button } from "../ui/button";

/** Changes the password of a person who knows the current one. */
export function PasswordForm({ email }: { email: string | null }) {
  const t = useTranslations("profile.password");
  return (
    <form action="/profile/password" method="post" className="grid gap-5">
      <UsernameHint email={email} />
      <PasswordField label={t("present")} />
      <NewPasswordField name="new_password" label={t("new")} />
      <p className="text-muted text-sm">{t("others")}</p>
      <div>
        <Button type="submit">{t("submit")}</Button>
      </div>
    </form>
  );
}
