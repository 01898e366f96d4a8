import { SignOutForm } from "../auth/sign-out-form";

/** Lets somebody else go on: signs out, and back in at `returnTo`. */
export function SwitchAccountForm({ returnTo }: { returnTo: string }) {
  return (
    <SignOutForm returnTo={returnTo}>
      <button type="submit" className="inline-link min-h-6">
        Use another account
      </button>
    </SignOutForm>
  );
}
