"use client";

import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  fieldRow,
  GIVEN_FIELDS,
  type GivenField,
  messageName,
  valueAt,
} from "@/lib/clients/field-values";
import { useProblemWords } from "../use-problem-words";
import { Flag, Grants, Lifetime, Listing, Rotation } from "./choice-controls";
import { useClientField } from "./client-form-state";
import { RedirectUrls } from "./redirect-urls";
import { Address, type ControlProps, Line, Paragraph, Words } from "./text-controls";

type Form = NonNullable<ReturnType<typeof fieldRow>["form"]>;

// Each control takes the values of the fields that the table gives it.
const CONTROLS: Record<
  Exclude<Form["control"], "scopes">,
  (props: ControlProps<never>) => ReactNode
> = {
  line: Line,
  paragraph: Paragraph,
  words: Words,
  address: Address,
  redirectUrls: RedirectUrls,
  lifetime: Lifetime,
  rotation: Rotation,
  flag: Flag,
  grants: Grants,
  listing: Listing,
};

/** The fields of one part of the form, in the order of the table. */
export function ClientFields(props: { group: Form["group"]; isReadOnly: boolean }) {
  const { group, isReadOnly } = props;
  const paths = GIVEN_FIELDS.filter((path) => fieldRow(path).form?.group === group);
  return (
    <fieldset disabled={isReadOnly} className="grid min-w-0 gap-5">
      {paths.map((path) => (
        <ClientField key={path} path={path} />
      ))}
    </fieldset>
  );
}

interface ClientFieldProps {
  path: GivenField;
  label?: string;
  hint?: ReactNode;
  waits?: boolean;
}

/** A field of the table with its control. */
export function ClientField({ path, ...words }: ClientFieldProps) {
  const t = useTranslations("clientForm");
  const { clientForm } = useMessages();
  const problem = useProblemWords();
  const field = useClientField(path);
  // Not every field has one.
  const hint = valueAt(clientForm.hints, path);
  const { form } = fieldRow(path);
  if (!form || form.control === "scopes") return null;
  const Control = CONTROLS[form.control];
  return (
    <Control
      path={path}
      label={t(`fields.${messageName(path)}`)}
      hint={typeof hint === "string" ? hint : null}
      error={problem(field.message)}
      message={field.message}
      value={field.value as never}
      onChange={field.onChange}
      {...form}
      {...words}
    />
  );
}
