import { Field, type FieldProps } from "../ui/field";
import { TextInput, type TextInputProps } from "../ui/text-input";

/** What was typed into a field, without space around it. */
export function textOf(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}

interface DialogFieldProps
  extends Pick<FieldProps, "label" | "hint" | "error" | "optional">,
    Omit<TextInputProps, "required"> {
  name: string;
}

/** A labelled line of text in a dialog, required unless it is optional. */
export function DialogField({ label, hint, error, optional = false, ...input }: DialogFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <TextInput {...control} autoComplete="off" required={!optional} {...input} />}
    </Field>
  );
}
