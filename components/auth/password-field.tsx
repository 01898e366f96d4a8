import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

export interface PasswordFieldProps {
  label: string;
  /** Whether the field takes the focus, because all others are filled in. */
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
