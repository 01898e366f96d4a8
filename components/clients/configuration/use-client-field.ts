"use client";

import { type FieldPathValue, useController, useFormContext } from "react-hook-form";
import type { GivenField } from "@/lib/clients/field-values";
import type { ClientValues } from "./client-values";
import { messageAt } from "./form-problems";

/** A field of the form: its value, and what the last submission said about it until the value changes. */
export function useClientField<Name extends GivenField>(name: Name) {
  const { clearErrors, formState } = useFormContext<ClientValues>();
  const { field } = useController<ClientValues, Name>({ name });
  return {
    value: field.value,
    message: messageAt(formState.errors, name),
    onBlur: field.onBlur,
    onChange: (value: FieldPathValue<ClientValues, Name>) => {
      clearErrors(name);
      field.onChange(value);
    },
  };
}
