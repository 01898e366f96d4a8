import { useTranslations } from "next-intl";
import { passwordFaults } from "@/lib/identity/account/schemas";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** A person's first and last name. @param invalid rejected fields */
export function NameFields({ invalid }: { invalid: ReadonlySet<string> }) {
  const t = useTranslations("signIn.fields");
  const errorOf = (field: string) => (invalid.has(field) ? t("wrongName") : undefined);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t("firstName")} error={errorOf("first_name")}>
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
      <Field label={t("lastName")} error={errorOf("last_name")}>
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
  );
}

interface NewPasswordFieldProps {
  name?: string;
  label: string;
  /** Rejected fields, which may include the password. */
  invalid?: ReadonlySet<string>;
}

/** Asks for a new password. The server counts its characters in another way than browsers, which would cut it. */
export function NewPasswordField({ name = "password", label, invalid }: NewPasswordFieldProps) {
  const t = useTranslations("signIn.fields");
  const fault = passwordFaults.find((name) => invalid?.has(name));
  return (
    <Field label={label} hint={t("passwordHint")} error={fault && t(`passwordFaults.${fault}`)}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
        />
      )}
    </Field>
  );
}

interface PasswordFieldProps {
  label: string;
  /** Whether the field takes the focus, because all others are filled in. */
  autoFocus?: boolean;
}

/** Asks for the person's current password. */
export function PasswordField({ label, autoFocus }: PasswordFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus={autoFocus}
          required
        />
      )}
    </Field>
  );
}

interface CodeFieldProps {
  label: string;
  hint: string;
  autoFocus?: boolean;
}

/** Asks for a code of the second factor. */
export function CodeField({ label, hint, autoFocus = false }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          mono
          autoComplete="one-time-code"
          maxLength={40}
          required
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}

/** Tells password managers whose password a form changes. */
export function UsernameHint({ email }: { email: string | null }) {
  return (
    <input
      type="text"
      name="username"
      defaultValue={email ?? ""}
      autoComplete="username"
      readOnly
      hidden
    />
  );
}
