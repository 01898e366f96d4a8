import { Notice } from "../ui/notice";

/** Why the sign-in page is shown again. */
export type SignInProblem =
  | "wrong_credentials"
  | "too_many_attempts"
  | "signed_out"
  | "owner_created"
  | "cookies_refused"
  | "unavailable";

const TEXTS = {
  wrong_credentials: {
    tone: "error",
    title: "That email and password do not belong together.",
    next: "Check both and try again. Passwords are case-sensitive.",
  },
  too_many_attempts: {
    tone: "error",
    title: "Too many attempts to sign in.",
    next: "To protect the account we wait a little between attempts. Try again in a few minutes; nothing is locked.",
  },
  signed_out: {
    tone: "success",
    title: "You are signed out.",
    next: "Extensions that were already allowed keep working.",
  },
  owner_created: {
    tone: "success",
    title: "The owner was created.",
    next: "Sign in with the email and password that you have just chosen.",
  },
  cookies_refused: {
    tone: "error",
    title: "Your browser did not keep our cookie.",
    next: "Signing in needs one cookie of this site. Allow it, or leave the private or embedded window, and try again.",
  },
  unavailable: {
    tone: "error",
    title: "We could not check your sign-in.",
    next: "Something failed on our side. Try again in a few seconds.",
  },
} as const;

/** What happened at sign-in and what to do next. */
export function SignInNotice({ problem }: { problem: SignInProblem }) {
  const { tone, title, next } = TEXTS[problem];
  return (
    <Notice tone={tone} title={title} live>
      <p>{next}</p>
    </Notice>
  );
}
