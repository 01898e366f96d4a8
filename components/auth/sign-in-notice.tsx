import { useTranslations } from "next-intl";
import { Notice, type NoticeTone } from "../ui/notice";

const TONES = {
  wrong_credentials: "error",
  too_many_attempts: "error",
  too_many_codes: "error",
  signed_out: "success",
  owner_created: "success",
  password_set: "success",
  recovered: "success",
  passwords_off: "info",
  cookies_blocked: "error",
  unavailable: "error",
} as const satisfies Record<string, NoticeTone>;

/** Why the sign-in page is shown again. */
export type SignInProblem = keyof typeof TONES;

/** What happened at sign-in and what to do next. */
export function SignInNotice({ problem }: { problem: SignInProblem }) {
  const t = useTranslations("signIn.problems");
  return (
    <Notice tone={TONES[problem]} title={t(`${problem}.title`)} live next={t(`${problem}.next`)} />
  );
}

/** The query parameters of the sign-in page. */
interface SignInFlags {
  /** next-auth's code of a failed attempt. */
  error: string;
  /** The first operator was just created. */
  created: string;
  /** A link just set a new password. */
  passwordSet: string;
  /** The same, and the link turned off the second factor. */
  recovered: string;
  signedOut: string;
}

/**
 * Why the sign-in page is shown again. Errors come first, because the other parameters stay in the address after
 * a failed attempt.
 */
export function readSignInProblem(flags: SignInFlags): SignInProblem | null {
  const { error } = flags;
  if (error === "CredentialsSignin") return "wrong_credentials";
  if (error === "too_many_attempts" || error === "too_many_codes") return error;
  if (error === "passwords_off") return error;
  if (error !== "") return "unavailable";
  if (flags.created !== "") return "owner_created";
  if (flags.passwordSet !== "") return "password_set";
  if (flags.recovered !== "") return "recovered";
  return flags.signedOut === "" ? null : "signed_out";
}
