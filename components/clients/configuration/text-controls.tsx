"use client";

import { type ReactNode, useState } from "react";
import { parseBaseUrl, parsePublicLink } from "@/lib/core/addresses/registered-url";
import { FieldRow } from "../../ui/field";
import { Textarea, TextInput } from "../../ui/text-input";
import { useAddressError } from "../use-problem-words";

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
  example?: string;
  presets?: readonly number[];
  /** True says nothing about the value before a submission: words would move the button from under the pointer. */
  waits?: boolean;
}

/** A text of one line. */
export function Line({ value, onChange, example, ...row }: ControlProps<string | null>) {
  return (
    <FieldRow {...row}>
      {(control) => (
        <TextInput
          {...control}
          placeholder={example}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldRow>
  );
}

/** A text of several lines. */
export function Paragraph({ value, onChange, ...row }: ControlProps<string>) {
  return (
    <FieldRow {...row}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldRow>
  );
}

const separated = (text: string) =>
  [...new Set(text.split(",").map((word) => word.trim()))].filter(Boolean);

/** Words that are separated by commas. */
export function Words({ value, onChange, ...row }: ControlProps<string[]>) {
  const list = useTypedList(value, separated, onChange);
  return <FieldRow {...row}>{(control) => <TextInput {...control} {...list} />}</FieldRow>;
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
  const { path, value, onChange, message, example, label, hint, waits = false } = props;
  const [isFocused, setFocused] = useState(false);
  const parse = path === "base_url" ? parseBaseUrl : parsePublicLink;
  const error = useAddressError({
    value: value ?? "",
    parse,
    isFocused: isFocused || waits,
    message,
  });
  return (
    <FieldRow label={label} hint={hint} error={error}>
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
    </FieldRow>
  );
}
