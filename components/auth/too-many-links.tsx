import { useTranslations } from "next-intl";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";

/** Shown in the place of what a link leads to, to a network that tried many which lead nowhere. */
export function TooManyLinks() {
  const t = useTranslations("signIn.tooManyLinks");
  return (
    <FocusFrame>
      <PageHeader title={t("title")} />
      <Notice tone="warning" title={t("why")}>
        <p>{t("next")}</p>
      </Notice>
    </FocusFrame>
  );
}
