import type { ActivityCounts } from "@/lib/requests/schemas";

/** Fewer denials in a day are normal: people make typing errors. */
const LEAST_DENIALS = 20;

type Denials = Pick<ActivityCounts, "refused">;

/** Denials of a day, if they are a spike: at least 20, and twice those of the day before. Otherwise 0. */
export function countRisingDenials(day: Denials, dayBefore: Denials): number {
  const denials = sumOf(day);
  return denials >= LEAST_DENIALS && denials >= 2 * sumOf(dayBefore) ? denials : 0;
}

function sumOf({ refused }: Denials): number {
  return Object.values(refused).reduce((sum, count) => sum + count, 0);
}
