import { useTranslations } from "next-intl";
import type { ProfileNotice as ProfileNoticeCode } from "@/lib/identity/account/schemas";
import { Notice, type NoticeTone } from "../ui/notice";

const TONES: Readonly<Record<ProfileNoticeCode, NoticeTone>> = {
  name_saved: "success",
  name_invalid: "error",
  password_changed: "success",
  password_wrong: "error",
  password_invalid: "error",
  password_common: "error",
  password_personal: "error",
  session_ended: "success",
  sessions_ended: "success",
  second_factor_removed: "success",
  second_factor_kept: "error",
  recovery_codes_kept: "error",
  second_factor_on_already: "info",
  too_many_attempts: "error",
  provider_linked: "success",
  provider_taken: "error",
  provider_unlinked: "success",
};

/** The result of a form of the profile. */
export function ProfileNotice({ code }: { code: ProfileNoticeCode }) {
  const t = useTranslations("profile.notices");
  return (
    <Notice tone={TONES[code]} title={t(`${code}.title`)} live>
      <p>{t(`${code}.next`)}</p>
    </Notice>
  );
}
