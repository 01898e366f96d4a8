import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

/** Why support sees no buttons. */
export function ReadOnlyNotice() {
  const t = useTranslations("platform.readOnly");
  return (
    <Notice title={t("title")}>
      <p>{t("next")}</p>
    </Notice>
  );
}
