import type { ReactNode } from "react";

export interface SignOutFormProps {
  /** Local address to return to after signing in again; the start page by default. */
  returnTo?: string;
  className?: string;
  /** The submit button. */
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
