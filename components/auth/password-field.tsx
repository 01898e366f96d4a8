import { Field } from "../ui/field";
import { TextInput } from "../ui/text-input";

/** Asks for the person's current password. */
export function PasswordField({ label }: { label: string }) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
      )}
    </Field>
  );
}
