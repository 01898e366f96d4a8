"use client";

import { type ReactNode, useState } from "react";
import { parseBaseUrl, parsePublicLink } from "@/lib/core/addresses/registered-url";
import { Textarea, TextInput } from "../../ui/text-input";
import { useAddressError } from "../use-address-error";
import { FormRow } from "./form-row";

/** What the control of a field gets; `Value` is the field's value in the API. */
export interface ControlProps<Value> {
  /** The field's place in the API. */
  path: string;
  label: string;
  hint: ReactNode;
  /** What the last submission said about it, in words and as the API said it. */
  error: ReactNode;
  message: string | undefined;
  value: Value;
  // A method, so that one table can hold the controls of all kinds of values.
  onChange(value: Value): void;
  onBlur(): void;
  /** From the table of fields. */
  example?: string;
  presets?: readonly number[];
}

/** A text of one line. */
export function Line({ value, onChange, onBlur, example, ...row }: ControlProps<string | null>) {
  return (
    <FormRow {...row}>
      {(control) => (
        <TextInput
          {...control}
          placeholder={example}
          value={value ?? ""}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}

/** A text of several lines. */
export function Paragraph({ value, onChange, onBlur, ...row }: ControlProps<string>) {
  return (
    <FormRow {...row}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          value={value}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}

const separated = (text: string) =>
  [...new Set(text.split(",").map((word) => word.trim()))].filter(Boolean);

/** Words that are separated by commas. */
export function Words({ value, onChange, onBlur, ...row }: ControlProps<string[]>) {
  const list = useTypedList(value, separated, onChange);
  return (
    <FormRow {...row}>{(control) => <TextInput {...control} {...list} onBlur={onBlur} />}</FormRow>
  );
}

/** A list as one text: what was typed stays while it means the present value. */
export function useTypedList<Item>(
  value: readonly Item[],
  split: (text: string) => Item[],
  onChange: (value: Item[]) => void,
) {
  const [typed, setTyped] = useState("");
  const isPresent = JSON.stringify(split(typed)) === JSON.stringify(value);
  return {
    value: isPresent ? typed : value.join(", "),
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      onChange(split(target.value));
    },
  };
}

/** An address of the extension or, for sellers, of a page. */
export function Address(props: ControlProps<string | null>) {
  const { path, value, onChange, message, example, label, hint } = props;
  const [isFocused, setFocused] = useState(false);
  const parse = path === "base_url" ? parseBaseUrl : parsePublicLink;
  const error = useAddressError({ value: value ?? "", parse, isFocused, message });
  return (
    <FormRow label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          mono
          inputMode="url"
          placeholder={example}
          value={value ?? ""}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormRow>
  );
}
