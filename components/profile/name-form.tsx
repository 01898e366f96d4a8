import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface NameFormProps {
  firstName: string;
  lastName: string;
  email: string | null;
  /** Whether a mailed link proved that the address is theirs. */
  emailVerified: boolean;
}

/** The person's own name. */
export function NameForm({ firstName, lastName, email, emailVerified }: NameFormProps) {
  const t = useTranslations("profile.name");
  return (
    <form action="/profile/name" method="post" className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("first")}>
          {(control) => (
            <TextInput
              {...control}
              name="first_name"
              defaultValue={firstName}
              autoComplete="given-name"
              maxLength={120}
              required
            />
          )}
        </Field>
        <Field label={t("last")}>
          {(control) => (
            <TextInput
              {...control}
              name="last_name"
              defaultValue={lastName}
              autoComplete="family-name"
              maxLength={120}
              required
            />
          )}
        </Field>
      </div>
      {email === null ? null : (
        <p className="text-muted text-sm">
          {t.rich("email", { email: () => <bdi className="text-ink">{email}</bdi> })}
          {emailVerified ? null : ` ${t("unverified")}`}
        </p>
      )}
      <div>
        <Button type="submit">{t("submit")}</Button>
      </div>
    </form>
  );
}
