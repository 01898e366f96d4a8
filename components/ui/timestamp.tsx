import { useFormatter, useLocale, useNow, useTranslations } from "next-intl";
import { dateLocales, type Locale } from "@/lib/core/i18n/locales";

interface TimestampProps {
  /** A date, or ISO 8601; null for never. */
  value: Date | string | null;
  /** Shows the time itself, this exactly, instead of how long ago it was: for what must be read or happens later. */
  exact?: "day" | "minute" | "second";
  /** What null says: calls may exist that were not recorded. */
  none?: "never" | "noneRecorded";
  otherwise?: string;
}

/** How long ago something was, as "2 hr. ago", with the exact time in UTC on hover. */
export function Timestamp({ value, exact, none = "never", otherwise }: TimestampProps) {
  const t = useTranslations("shell.controls");
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow();
  if (value === null) return <span className="text-muted">{otherwise ?? t(none)}</span>;
  const date = new Date(value);
  const [day, minute, second] = [DAY, MINUTE, SECOND].map((part) => part[locale].format(date));
  return (
    <time
      dateTime={date.toISOString()}
      title={`${day}, ${second} UTC`}
      className="relative z-10 tabular-nums"
      // The browser renders a relative time a little later than the server.
      suppressHydrationWarning
    >
      {exact ? (
        <span className="whitespace-nowrap">{day}</span>
      ) : (
        format.relativeTime(date, { now, style: STYLE[locale] })
      )}
      {exact === "minute" || exact === "second" ? (
        <>
          , <span className="whitespace-nowrap">{exact === "second" ? second : minute} UTC</span>
        </>
      ) : null}
    </time>
  );
}

/** A timestamp as text, to the minute in UTC. @param value ISO 8601 */
export function timestampText(locale: Locale, value: string): string {
  const date = new Date(value);
  return `${DAY[locale].format(date)}, ${MINUTE[locale].format(date)} UTC`;
}

// German abbreviations end with a full stop, which would double that of a sentence.
const STYLE = { en: "short", de: "long" } as const;

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
