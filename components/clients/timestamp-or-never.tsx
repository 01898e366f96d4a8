import { useTranslations } from "next-intl";
import { Timestamp } from "../ui/timestamp";

/** A timestamp, or "Never". */
export function TimestampOrNever({ value }: { value: string | null }) {
  const t = useTranslations("shell.controls");
  return value ? <Timestamp value={value} /> : <span className="text-muted">{t("never")}</span>;
}
