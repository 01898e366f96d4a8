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
