import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";

/** Says that an extension was removed, with a link to the receipt. */
export function RemovedNotice({ receiptHref }: { receiptHref: string }) {
  const t = useTranslations("installed.removed");
  return (
    <Notice tone="success" title={t("title")} live>
      <p>
        {t.rich("next", {
          receipt: (words) => (
            <a href={receiptHref} download className="inline-link">
              {words}
            </a>
          ),
        })}
      </p>
    </Notice>
  );
}
