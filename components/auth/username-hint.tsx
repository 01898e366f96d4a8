/** Tells password managers whose password a form changes. */
export function UsernameHint({ email }: { email: string | null }) {
  return (
    <input
      type="text"
      name="username"
      defaultValue={email ?? ""}
      autoComplete="username"
      readOnly
      hidden
    />
  );
}
