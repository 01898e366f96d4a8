"use client";

import { useTranslations } from "next-intl";
import { parsePublicLink } from "@/lib/core/addresses/parse-public-link";
import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";
import type { FieldsProps } from "./fields-props";
import { useAddressError } from "./use-address-error";
import { useProblemWords } from "./use-problem-words";

/** Where sellers get help with an extension, and its legal pages. */
export function SupportFields(props: FieldsProps) {
  const { draft, errors, onChange } = props;
  const t = useTranslations("clientForm.form");
  const problem = useProblemWords();
  return (
    <div className="grid gap-5">
      <Field label={t("supportEmail")} optional error={problem(errors.supportEmail)}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            maxLength={254}
            placeholder="support@shipfast.example.com"
            value={draft.supportEmail}
            onChange={(event) => onChange({ supportEmail: event.target.value })}
          />
        )}
      </Field>
      <LinkField {...props} field="policyUri" example="https://shipfast.example.com/privacy" />
      <LinkField {...props} field="tosUri" example="https://shipfast.example.com/terms" />
    </div>
  );
}

function LinkField(props: FieldsProps & { field: "policyUri" | "tosUri"; example: string }) {
  const { draft, errors, onChange, field, example } = props;
  const t = useTranslations("clientForm.form");
  const error = useAddressError({
    value: draft[field],
    parse: parsePublicLink,
    left: false,
    errors,
    place: field,
  });
  return (
    <Field label={t(field)} optional error={error}>
      {(control) => (
        <TextInput
          {...control}
          mono
          inputMode="url"
          placeholder={example}
          value={draft[field]}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
}
