import { useTranslations } from "next-intl";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface NewPasswordFieldProps {
  name?: string;
  label: string;
  /** The password that was sent last was refused. */
  invalid?: boolean;
}

/** A password that a person thinks up, within the bounds that the server checks. */
export function NewPasswordField({
  name = "password",
  label,
  invalid = false,
}: NewPasswordFieldProps) {
  const t = useTranslations("signIn.fields");
  return (
    <Field label={label} hint={t("passwordHint")} error={invalid ? t("wrongPassword") : undefined}>
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
