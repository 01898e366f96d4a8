import { useTranslations } from "next-intl";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** Asks for a code of the second factor. */
export function CodeField({ hint }: { hint: string }) {
  const t = useTranslations("profile.factor");
  return (
    <Field label={t("code")} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          mono
          autoComplete="one-time-code"
          maxLength={40}
          required
        />
      )}
    </Field>
  );
}
