import { useTranslations } from "next-intl";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import { PasswordField } from "./password-field";

export interface SignInFormProps {
  /** Token for next-auth's CSRF check. */
  csrfToken: string;
  /** Local address to go to afterwards. */
  callbackUrl: string;
  /** The address typed in the last attempt; with it, the form asks only for the password. */
  typedEmail: string;
  /** Whether another way to sign in comes first. */
  isAlternative?: boolean;
}

/** Asks for email and password. Works without JavaScript. */
export function SignInForm(props: SignInFormProps) {
  const { csrfToken, callbackUrl, typedEmail, isAlternative = false } = props;
  const t = useTranslations("signIn");
  return (
    <form action="/api/auth/callback/credentials" method="post" className="grid gap-5">
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <input type="hidden" name="callbackUrl" value={callbackUrl} />
      <Field label={t("fields.email")}>
        {(control) => (
          <TextInput
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={typedEmail}
            required
          />
        )}
      </Field>
      <PasswordField label={t("fields.password")} autoFocus={typedEmail !== ""} />
      <p className="-mt-3 text-sm">
        <a className="inline-link" href="/forgot-password">
          {t("forgot.link")}
        </a>
      </p>
      <Button
        type="submit"
        variant={isAlternative ? "secondary" : "primary"}
        size="large"
        className="mt-1 w-full"
      >
        {t("submit")}
      </Button>
    </form>
  );
}
