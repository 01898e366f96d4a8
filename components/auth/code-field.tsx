import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface CodeFieldProps {
  label: string;
  hint: string;
  autoFocus?: boolean;
}

/** Asks for a code of the second factor. */
export function CodeField({ label, hint, autoFocus = false }: CodeFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          mono
          autoComplete="one-time-code"
          maxLength={40}
          required
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
