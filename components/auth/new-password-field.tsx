import { useTranslations } from "next-intl";
import { passwordFaults } from "@/lib/identity/account/schemas";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface NewPasswordFieldProps {
  name?: string;
  label: string;
  /** Rejected fields, which may include the password. */
  invalid?: ReadonlySet<string>;
}

/** Asks for a new password, with the same limits as the server. */
export function NewPasswordField({ name = "password", label, invalid }: NewPasswordFieldProps) {
  const t = useTranslations("signIn.fields");
  const fault = passwordFaults.find((known) => invalid?.has(known));
  return (
    <Field label={label} hint={t("passwordHint")} error={fault && t(`passwordFaults.${fault}`)}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={200}
          required
        />
      )}
    </Field>
  );
}
