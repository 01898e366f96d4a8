import { useTranslations } from "next-intl";
import { Notice, type NoticeTone } from "../ui/notice";

/** Why the sign-in page is shown again. */
export type SignInProblem =
  | "wrong_credentials"
  | "too_many_attempts"
  | "too_many_codes"
  | "signed_out"
  | "owner_created"
  | "password_set"
  | "recovered"
  | "passwords_off"
  | "cookies_blocked"
  | "unavailable";

const TONES: Readonly<Record<SignInProblem, NoticeTone>> = {
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
};

/** What happened at sign-in and what to do next. */
export function SignInNotice({ problem }: { problem: SignInProblem }) {
  const t = useTranslations("signIn.problems");
  return (
    <Notice tone={TONES[problem]} title={t(`${problem}.title`)} live>
      <p>{t(`${problem}.next`)}</p>
    </Notice>
  );
}
