import { Field, type FieldProps } from "../ui/field";
import { TextInput, type TextInputProps } from "../ui/text-input";

export interface DraftFieldProps
  extends Pick<FieldProps, "label" | "hint" | "optional">,
    Pick<TextInputProps, "type" | "mono" | "pattern"> {
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

/** A labelled line of text in a dialog, required unless it is optional. */
export function DraftField(props: DraftFieldProps) {
  const { label, hint, optional = false, value, onChange, ...input } = props;
  return (
    <Field label={label} hint={hint} optional={optional}>
      {(control) => (
        <TextInput
          {...control}
          {...input}
          required={!optional}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
