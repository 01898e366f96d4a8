import { useTranslations } from "next-intl";

/** Look of its cell. On phones the label stands above: URLs need the width. */
export const DRAFT_VALUE_CELL = "max-sm:grid-cols-1 max-sm:gap-0.5 sm:w-2/5";

/** What a field of a draft holds, where two drafts are compared. */
export function DraftValue({ text }: { text: string }) {
  const t = useTranslations("clientForm.fields");
  if (text === "") return <span className="text-muted">{t("empty")}</span>;
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
}
