"use client";

import { createContext, use, useState } from "react";
import { type GivenField, valueAt } from "@/lib/clients/field-values";
import { type ClientValues, withValues } from "./client-values";

/** What the form of a client holds. */
export interface ClientFormState {
  values: ClientValues;
  stored: ClientValues;
  /** What the last submission said, by field, by row such as `redirect_urls.0`, or as `root`. */
  errors: ReadonlyMap<string, string>;
  /** Changes a field, which is no longer wrong then. */
  change: (field: GivenField, value: unknown) => void;
  /** Fills the whole form, and says what is stored if that has changed. */
  fill: (values: ClientValues, stored?: ClientValues) => void;
  reject: (errors: ReadonlyMap<string, string>) => void;
}

const ClientFormContext = createContext<ClientFormState | null>(null);

/** Gives the controls inside their form. */
export const ClientFormProvider = ClientFormContext.Provider;

/** The form around a control. */
export function useClientFormState(): ClientFormState {
  const form = use(ClientFormContext);
  if (!form) throw new Error("There is no form around this control.");
  return form;
}

/** The state of a form that begins with these values. */
export function useNewFormState(initial: ClientValues): ClientFormState {
  const [values, setValues] = useState(initial);
  const [stored, setStored] = useState(initial);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    values,
    stored,
    errors,
    change: (field, value) => {
      setValues((before) => withValues(before, (each) => (each === field ? value : undefined)));
      const isOf = (place: string) => place === field || place.startsWith(`${field}.`);
      setErrors((before) => new Map([...before].filter(([place]) => !isOf(place))));
    },
    fill: (next, nextStored) => {
      setValues(next);
      if (nextStored) setStored(nextStored);
      setErrors(new Map());
    },
    reject: setErrors,
  };
}

type ValueAt<Path extends string, Values = ClientValues> = Path extends keyof Values
  ? Values[Path]
  : Path extends `${infer Key extends string & keyof Values}.${infer Rest}`
    ? ValueAt<Rest, Values[Key]>
    : never;

/** A field of the form: its value, and what the last submission said about it until the value changes. */
export function useClientField<Name extends GivenField>(name: Name) {
  const { values, errors, change } = useClientFormState();
  return {
    // The table has every field of the form.
    value: valueAt(values, name) as ValueAt<Name>,
    message: errors.get(name),
    onChange: (value: ValueAt<Name>) => change(name, value),
  };
}
