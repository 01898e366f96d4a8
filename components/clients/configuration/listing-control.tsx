"use client";

import { useTranslations } from "next-intl";
import { listings } from "@/lib/clients/values";
import { FieldRow } from "../../ui/field";
import { Select } from "../../ui/select";
import { TextInput } from "../../ui/text-input";
import { useProblemWords } from "../use-problem-words";
import { useClientField } from "./client-form-state";
import type { ClientValues } from "./client-values";
import { type ControlProps, useTypedList } from "./text-controls";

/** Who can install a client, and which companies can while it is a draft. */
export function Listing({ value, onChange, ...row }: ControlProps<ClientValues["listing"]>) {
  const t = useTranslations("clientForm.listing");
  return (
    <>
      <FieldRow {...row}>
        {(control) => (
          <Select
            {...control}
            value={value}
            options={listings.map((each) => ({ value: each, label: t(each) }))}
            onChange={({ target }) =>
              onChange(listings.find((each) => each === target.value) ?? value)
            }
          />
        )}
      </FieldRow>
      {value === "draft" ? <DraftCompanies /> : null}
    </>
  );
}

// What is not a number stays in the list, so that the API's own check names it.
const idsIn = (text: string) => text.split(/[\s,]+/).flatMap((id) => (id === "" ? [] : Number(id)));

function DraftCompanies() {
  const t = useTranslations("clientForm");
  const problem = useProblemWords();
  const field = useClientField("draft_companies");
  const list = useTypedList(field.value, idsIn, field.onChange);
  return (
    <FieldRow
      label={t("fields.draft_companies")}
      hint={t("hints.draft_companies")}
      error={problem(field.message)}
    >
      {(control) => <TextInput {...control} mono inputMode="numeric" {...list} />}
    </FieldRow>
  );
}
