import type { Activity, ActivityCounts, ActivityWindow } from "@/lib/activity/schemas";

const WINDOWS: Record<ActivityWindow, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

/** A window in words. */
export function windowLabel(window: ActivityWindow): string {
  return WINDOWS[window];
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const HOUR = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** The begin of an hour or day, in UTC, as short as its unit allows. */
export function bucketLabel(start: string, unit: Activity["unit"]): string {
  return (unit === "hour" ? HOUR : DAY).format(new Date(start));
}

/** How many codes and tokens were issued, refreshed ones apart. */
export function countIssued({ issued }: Pick<ActivityCounts, "issued">): number {
  return issued.code + issued.offline + issued.online + issued.client_credentials;
}

/** How many requests were refused. */
export function countRefused({ refused }: Pick<ActivityCounts, "refused">): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0);
}

/** Error codes with how often, most often first. */
export function refusalsByCount(refused: ActivityCounts["refused"]): [string, number][] {
  return Object.entries(refused).toSorted(([, a], [, b]) => b - a);
}
