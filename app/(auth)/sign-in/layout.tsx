import type { Metadata } from "next";
import type { ReactNode } from "react";

// The address to return to may contain the token of an invitation, which must be in no referrer. "no-referrer" would
// also remove the Origin header from the forms, which would then be rejected.
export const metadata: Metadata = { referrer: "strict-origin" };

export default function SignInLayout({ children }: { children: ReactNode }) {
  return children;
}
