const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const WAITS_MS = [
  10 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/**
 * When to retry after a failed attempt: at growing intervals, for two days in total.
 * @param attempts attempts made so far, at least 1
 * @returns null when it is time to give up
 */
export function nextAttemptAfter(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
