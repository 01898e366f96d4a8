import { useTranslations } from "next-intl";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** Asks for the person's present password. */
export function PasswordField({ label }: { label: "own" | "present" }) {
  const t = useTranslations("profile.password");
  return (
    <Field label={t(label)}>
      {(control) => (
        <TextInput
          {...control}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
      )}
    </Field>
  );
}
