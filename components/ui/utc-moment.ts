// A date control sends a moment without its zone; pages write and read UTC everywhere.
const ZONELESS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** What a date control sent, as a moment of UTC; anything else as it is. */
export function momentOfControl(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.replace(ZONELESS, (_, minute, second = ":00") => `${minute}${second}Z`);
}

/** A moment as a date control takes it: to the minute, in UTC, without a zone. */
export function controlMoment(moment: string | undefined): string {
  return moment ? new Date(moment).toISOString().slice(0, 16) : "";
}
