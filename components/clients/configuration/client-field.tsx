"use client";

import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  CLIENT_FIELDS,
  GIVEN_FIELDS,
  type GivenField,
  messageName,
  valueAt,
} from "@/lib/clients/field-values";
import { useProblemWords } from "../use-problem-words";
import { Listing } from "./listing-control";
import { RedirectUrls } from "./redirect-urls";
import { Address, type ControlProps, Line, Paragraph, Words } from "./text-controls";
import { Flag, Grants, Lifetime, Rotation } from "./token-controls";
import { useClientField } from "./use-client-field";

type Form = NonNullable<(typeof CLIENT_FIELDS)[GivenField]["form"]>;

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
  const fields = GIVEN_FIELDS.flatMap((path) => {
    const { form } = CLIENT_FIELDS[path];
    return form?.group === group && form.control !== "scopes"
      ? [{ path, control: form.control }]
      : [];
  });
  return (
    <fieldset disabled={isReadOnly} className="grid min-w-0 gap-5">
      {fields.map((field) => (
        <ClientField key={field.path} {...field} />
      ))}
    </fieldset>
  );
}

function ClientField(props: { path: GivenField; control: keyof typeof CONTROLS }) {
  const { path, control } = props;
  const t = useTranslations("clientForm");
  const { clientForm } = useMessages();
  const problem = useProblemWords();
  const field = useClientField(path);
  // Not every field has one.
  const hint = valueAt(clientForm.hints, path);
  const Control = CONTROLS[control];
  return (
    <Control
      path={path}
      label={t(`fields.${messageName(path)}`)}
      hint={typeof hint === "string" ? hint : null}
      error={problem(field.message)}
      message={field.message}
      value={field.value as never}
      onChange={field.onChange}
      onBlur={field.onBlur}
      {...CLIENT_FIELDS[path].form}
    />
  );
}
