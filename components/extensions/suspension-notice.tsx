import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

/** Tells sellers that the platform suspended an extension, and why. */
export function SuspensionNotice({ suspensionReason }: { suspensionReason: string | null }) {
  const t = useTranslations("extensions.suspension");
  return (
    <Notice tone="warning" title={t("title")}>
      {suspensionReason ? <p>{t("reason", { reason: suspensionReason })}</p> : null}
      <p>{t("next")}</p>
    </Notice>
  );
}
