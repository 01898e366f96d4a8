import { useTranslations } from "next-intl";
import { passwordFaults } from "@/lib/identity/account/schemas";
import { TextField, type TextFieldProps } from "../ui/field";
import { Notice } from "../ui/notice";

const NAMES = [
  { name: "first_name", label: "firstName", autoComplete: "given-name" },
  { name: "last_name", label: "lastName", autoComplete: "family-name" },
] as const;

interface NameFieldsProps {
  invalid?: ReadonlySet<string>;
  name?: { firstName: string; lastName: string };
}

/** A person's first and last name. */
export function NameFields({ invalid, name: present }: NameFieldsProps) {
  const t = useTranslations("signIn.fields");
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {NAMES.map(({ name, label, autoComplete }) => (
        <TextField
          key={name}
          label={t(label)}
          error={invalid?.has(name) ? t("wrongName") : undefined}
          name={name}
          autoComplete={autoComplete}
          defaultValue={present?.[label]}
          maxLength={120}
          required
        />
      ))}
    </div>
  );
}

interface NewAccountFieldsProps {
  /** Rejected fields; their values are not kept. */
  invalid: ReadonlySet<string>;
  /** The person's address, unless they enter it. */
  email?: string;
}

/** What a new account needs: a name, an address, and a password. */
export function NewAccountFields({ invalid, email }: NewAccountFieldsProps) {
  const t = useTranslations("signIn.fields");
  return (
    <>
      {invalid.size > 0 ? (
        <Notice tone="error" title={t("nothingCreated")} live next={t("fillInAgain")} />
      ) : null}
      <NameFields invalid={invalid} />
      <TextField
        label={t("email")}
        hint={t("emailHint")}
        error={invalid.has("email") ? t("wrongEmail") : undefined}
        name="email"
        type="email"
        autoComplete="username"
        required
        {...(email && { value: email, readOnly: true })}
      />
      <NewPasswordField label={t("password")} invalid={invalid} />
    </>
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

type AccountFieldProps = Pick<TextFieldProps, "label" | "hint" | "autoFocus">;

/** Asks for the person's current password. */
export function PasswordField(props: AccountFieldProps) {
  return (
    <TextField
      name="password"
      type="password"
      autoComplete="current-password"
      required
      {...props}
    />
  );
}

/** Asks for a code of the second factor. */
export function CodeField(props: AccountFieldProps) {
  return (
    <TextField name="code" mono autoComplete="one-time-code" maxLength={40} required {...props} />
  );
}

/** Tells password managers whose password a form changes. */
export function UsernameHint({ email }: { email: string | null }) {
  return (
    <input name="username" defaultValue={email ?? ""} autoComplete="username" readOnly hidden />
  );
}
