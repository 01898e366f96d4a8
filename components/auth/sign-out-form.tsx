import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface SignOutFormProps {
  /** Local address to return to after signing in again; the start page by default. */
  returnTo?: string;
  className?: string;
  children: ReactNode;
}

/** Ends the session. Works without JavaScript. */
export function SignOutForm({ returnTo, className, children }: SignOutFormProps) {
  return (
    <form action="/sign-out" method="post" className={className}>
      {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
      {children}
    </form>
  );
}

/** Switches accounts: signs out, then returns to `returnTo` after sign-in. */
export function SwitchAccountForm({ returnTo }: { returnTo: string }) {
  const t = useTranslations("consent");
  return (
    <SignOutForm returnTo={returnTo}>
      <button type="submit" className="inline-link min-h-6">
        {t("switchAccount")}
      </button>
    </SignOutForm>
  );
}
