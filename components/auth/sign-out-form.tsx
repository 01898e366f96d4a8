import type { ReactNode } from "react";

export interface SignOutFormProps {
  /** Local address to come back to as somebody else; without one, sign-in leads to the start page. */
  returnTo?: string;
  className?: string;
  /** The submit button. */
  children: ReactNode;
}

/** Ends the session by a plain form, so that it works without JavaScript. */
export function SignOutForm({ returnTo, className, children }: SignOutFormProps) {
  return (
    <form action="/sign-out" method="post" className={className}>
      {returnTo ? <input type="hidden" name="return_to" value={returnTo} /> : null}
      {children}
    </form>
  );
}
