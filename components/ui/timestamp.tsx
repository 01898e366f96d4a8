const DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

const MINUTE = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

export interface TimestampProps {
  /** A moment, or ISO 8601. */
  value: Date | string;
  /** Leaves the time of day out. */
  day?: boolean;
}

/** A moment in UTC, so that the server and every browser write the same text. */
export function Timestamp({ value, day = false }: TimestampProps) {
  const date = new Date(value);
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={iso} className="whitespace-nowrap tabular-nums">
      {DAY.format(date)}
      {day ? null : `, ${MINUTE.format(date)} UTC`}
    </time>
  );
}
