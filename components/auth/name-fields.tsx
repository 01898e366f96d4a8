import { useTranslations } from "next-intl";
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
