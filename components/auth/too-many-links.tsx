import { useTranslations } from "next-intl";
import { FocusFrame } from "../ui/focus-frame";
import { Notice } from "../ui/notice";
import { PageHeader } from "../ui/page-header";

/** Shown instead of a link's page to a network that tried too many invalid links. */
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
