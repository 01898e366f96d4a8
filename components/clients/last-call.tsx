import { useTranslations } from "next-intl";
import { Timestamp } from "../ui/timestamp";

/** When the last recorded call was. Calls may exist that were not recorded, so this does not say "Never". */
export function LastCall({ value }: { value: string | null }) {
  const t = useTranslations("shell.controls");
  return value ? (
    <Timestamp value={value} />
  ) : (
    <span className="text-muted">{t("noneRecorded")}</span>
  );
}
