import { useLocale } from "next-intl";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";

export interface TimestampProps {
  /** A date, or ISO 8601. */
  value: Date | string;
  /** Leaves the time of day out. */
  day?: boolean;
  /** Adds the seconds. */
  seconds?: boolean;
}

/** A timestamp in UTC, so that the server and every browser render the same text. */
export function Timestamp({ value, day = false, seconds = false }: TimestampProps) {
  const locale = useLocale();
  const date = new Date(value);
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={iso} className="tabular-nums">
      <span className="whitespace-nowrap">{DAY[locale].format(date)}</span>
      {day ? null : (
        <>
          ,{" "}
          <span className="whitespace-nowrap">
            {(seconds ? SECOND : MINUTE)[locale].format(date)} UTC
          </span>
        </>
      )}
    </time>
  );
}

const DAY = formats({ day: "numeric", month: "short", year: "numeric" });
const MINUTE = formats({ hour: "2-digit", minute: "2-digit" });
const SECOND = formats({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

function formats(options: Intl.DateTimeFormatOptions): Record<Locale, Intl.DateTimeFormat> {
  const formatIn = (locale: Locale) =>
    new Intl.DateTimeFormat(dateLocales[locale], { ...options, timeZone: "UTC" });
  return { en: formatIn("en"), de: formatIn("de") };
}
