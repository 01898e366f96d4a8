import { TextField, type TextFieldProps } from "../ui/field";

/** What was typed into a field, without space around it. */
export function textOf(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}

/** A labelled line of text in a dialog, required unless it is optional. */
export function DialogField(props: TextFieldProps & { name: string }) {
  return <TextField autoComplete="off" required={!props.optional} {...props} />;
}

/** A person's address in a dialog. */
export function EmailField(props: Pick<TextFieldProps, "label" | "hint" | "optional">) {
  return <DialogField name="email" type="email" maxLength={200} {...props} />;
}
