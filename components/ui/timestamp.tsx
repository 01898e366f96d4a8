import { useFormatter, useLocale, useNow } from "next-intl";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";

interface TimestampProps {
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

/** How long ago something was, as "2 hr. ago"; the exact time in UTC shows on hover. */
export function RelativeTime({ value }: Pick<TimestampProps, "value">) {
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow();
  const date = new Date(value);
  return (
    <time
      dateTime={date.toISOString()}
      title={`${DAY[locale].format(date)}, ${SECOND[locale].format(date)} UTC`}
      className="relative z-10 tabular-nums"
      // The browser renders it a little later than the server.
      suppressHydrationWarning
    >
      {format.relativeTime(date, { now, style: "short" })}
    </time>
  );
}

/** A timestamp as text, to the minute in UTC. @param value ISO 8601 */
export function timestampText(locale: Locale, value: string): string {
  const date = new Date(value);
  return `${DAY[locale].format(date)}, ${MINUTE[locale].format(date)} UTC`;
}

const DAY = formats({ day: "numeric", month: "short", year: "numeric" });
const MINUTE = formats({ hour: "2-digit", minute: "2-digit" });
const SECOND = formats({ hour: "2-digit", minute: "2-digit", second: "2-digit" });

function formats(options: Intl.DateTimeFormatOptions): Record<Locale, Intl.DateTimeFormat> {
  const formatIn = (locale: Locale) =>
    new Intl.DateTimeFormat(dateLocales[locale], { ...options, timeZone: "UTC" });
  return { en: formatIn("en"), de: formatIn("de") };
}

// A date control sends a timestamp without a time zone; pages use UTC throughout.
const ZONELESS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** The value of a date control as a UTC timestamp; anything else unchanged. */
export function timestampOfControl(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(ZONELESS, (_, minute, second = ":00") => `${minute}${second}Z`);
}

/** A timestamp in the format of a date control: UTC, to the minute, without a time zone. */
export function controlTimestamp(timestamp: string | undefined): string {
  return timestamp ? new Date(timestamp).toISOString().slice(0, 16) : "";
}
