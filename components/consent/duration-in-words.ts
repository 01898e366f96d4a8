const HOUR = 3600;

/** "6 hours", "90 minutes". */
export function secondsInWords(seconds: number): string {
  if (seconds % HOUR === 0) return plural(seconds / HOUR, "hour");
  return plural(Math.round(seconds / 60), "minute");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
