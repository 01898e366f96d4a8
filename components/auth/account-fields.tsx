import { useTranslations } from "next-intl";
import { passwordFaults } from "@/lib/identity/account/schemas";
import { TextField } from "../ui/field";

/** A person's first and last name. @param invalid rejected fields */
export function NameFields({ invalid }: { invalid: ReadonlySet<string> }) {
  const t = useTranslations("signIn.fields");
  const errorOf = (field: string) => (invalid.has(field) ? t("wrongName") : undefined);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t("firstName")}
        error={errorOf("first_name")}
        name="first_name"
        autoComplete="given-name"
        maxLength={120}
        required
      />
      <TextField
        label={t("lastName")}
        error={errorOf("last_name")}
        name="last_name"
        autoComplete="family-name"
        maxLength={120}
        required
      />
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
    <TextField
      label={label}
      hint={t("passwordHint")}
      error={fault && t(`passwordFaults.${fault}`)}
      name={name}
      type="password"
      autoComplete="new-password"
      minLength={12}
      required
    />
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
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      required
    />
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
    <TextField
      label={label}
      hint={hint}
      name="code"
      mono
      autoComplete="one-time-code"
      maxLength={40}
      required
      autoFocus={autoFocus}
    />
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
