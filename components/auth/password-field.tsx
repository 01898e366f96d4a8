import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface PasswordFieldProps {
  label: string;
  /** Whether typing goes here at once, because everything else is filled in. */
  autoFocus?: boolean;
}

/** Asks for the person's current password. */
export function PasswordField({ label, autoFocus }: PasswordFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          autoFocus={autoFocus}
          required
        />
      )}
    </Field>
  );
}
