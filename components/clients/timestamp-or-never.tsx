import { useTranslations } from "next-intl";
import { Timestamp } from "../ui/timestamp";

/** A timestamp, or "Never". */
export function TimestampOrNever({ value }: { value: string | null }) {
  const t = useTranslations("shell.controls");
  return value ? <Timestamp value={value} /> : <span className="text-muted">{t("never")}</span>;
}

/** The time of the last recorded call. Calls may exist that were not recorded, so it never says "Never". */
export function LastCall({ value }: { value: string | null }) {
  const t = useTranslations("shell.controls");
  return value ? (
    <Timestamp value={value} />
  ) : (
    <span className="text-muted">{t("noneRecorded")}</span>
  );
}
