import { useTranslations } from "next-intl";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";

/** Shown while the users of a client are counted. */
export function CountingImpact() {
  const t = useTranslations("client.impact");
  return (
    <>
      <span className="sr-only">{t("counting")}</span>
      <Skeleton className="my-2 h-4 w-3/4" />
      <Skeleton className="my-2 h-4 w-1/2" />
    </>
  );
}

/** Shown if the users of a client could not be counted. */
export function UncountedImpact() {
  const t = useTranslations("client.impact");
  return (
    <Notice tone="warning" title={t("uncounted")}>
      <p>{t("uncountedNext")}</p>
    </Notice>
  );
}
