import { useTranslations } from "next-intl";
import { Timestamp } from "../ui/timestamp";

/** When the last call on record was. Without a record there may still have been calls, so this never says "Never". */
export function LastCall({ value }: { value: string | null }) {
  const t = useTranslations("shell.controls");
  return value ? (
    <Timestamp value={value} />
  ) : (
    <span className="text-muted">{t("noneRecorded")}</span>
  );
}
