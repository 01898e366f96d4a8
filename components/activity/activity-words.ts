import { dateLocales, type Locale } from "@/lib/core/i18n/locales";
import type { Activity, ActivityCounts } from "@/lib/requests/schemas";

const UNITS: Readonly<Record<Activity["unit"], Intl.DateTimeFormatOptions>> = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
};

/** The start of an hour or day, in UTC, as short as its unit allows. */
export function bucketLabels(unit: Activity["unit"], locale: Locale): (start: string) => string {
  const format = new Intl.DateTimeFormat(dateLocales[locale], { ...UNITS[unit], timeZone: "UTC" });
  return (start) => format.format(new Date(start));
}

/** How many codes and tokens were issued, not counting refreshes. */
export function countIssued({ issued }: Pick<ActivityCounts, "issued">): number {
  return issued.code + issued.offline + issued.online + issued.client_credentials;
}

/** How many requests were denied. */
export function countDenied({ refused }: Pick<ActivityCounts, "refused">): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0);
}

/** The number of all events, whatever their outcome. */
export function countAll(counts: ActivityCounts): number {
  return countIssued(counts) + counts.refreshed + countDenied(counts);
}

/** Error codes with their counts, highest first. */
export function denialsByCount(refused: ActivityCounts["refused"]): [string, number][] {
  return Object.entries(refused).toSorted(([, a], [, b]) => b - a);
}
