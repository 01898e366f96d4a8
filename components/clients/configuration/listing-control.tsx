"use client";

import { useTranslations } from "next-intl";
import { useController, useFormState } from "react-hook-form";
import { listings } from "@/lib/clients/field-values";
import { Select } from "../../ui/select";
import { TextInput } from "../../ui/text-input";
import { useProblemWords } from "../use-problem-words";
import type { ClientValues } from "./client-values";
import { messageAt } from "./form-problems";
import { FormRow } from "./form-row";
import { type ControlProps, useTypedList } from "./text-controls";

/** Who can install a client, and which companies can while it is a draft. */
export function Listing({
  value,
  onChange,
  onBlur,
  ...row
}: ControlProps<ClientValues["listing"]>) {
  const t = useTranslations("clientForm.listing");
  return (
    <>
      <FormRow {...row}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={listings.map((each) => ({ value: each, label: t(each) }))}
            onBlur={onBlur}
            onChange={({ target }) =>
              onChange(listings.find((each) => each === target.value) ?? value)
            }
          />
        )}
      </FormRow>
      {value === "draft" ? <DraftCompanies /> : null}
    </>
  );
}

// What is not a number stays in the list, so that the API's own check names it.
const idsIn = (text: string) => text.split(/[\s,]+/).flatMap((id) => (id === "" ? [] : Number(id)));

function DraftCompanies() {
  const t = useTranslations("clientForm");
  const problem = useProblemWords();
  const { field } = useController<ClientValues, "draft_companies">({ name: "draft_companies" });
  const { errors } = useFormState<ClientValues>();
  const list = useTypedList(field.value, idsIn, field.onChange);
  return (
    <FormRow
      label={t("fields.draft_companies")}
      hint={t("hints.draft_companies")}
      error={problem(messageAt(errors, "draft_companies"))}
    >
      {(control) => (
        <TextInput {...control} mono inputMode="numeric" {...list} onBlur={field.onBlur} />
      )}
    </FormRow>
  );
}
