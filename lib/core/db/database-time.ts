import { processState } from "@/lib/core/process/process-state";

/** A larger difference is worth a warning, in milliseconds. */
const NOTICEABLE_DIFFERENCE_MS = 30_000;

/** The time of the database, in milliseconds since 1970, when `performance.now()` was 0. */
const clock = (): { startMs?: number } => processState("database-time", () => ({}));

/**
 * The time of the database, by which rows expire, in milliseconds since 1970. Counted from what the database said last,
 * so it does not follow changes of this machine's clock. Until the database has said it, the time of this machine.
 */
export function databaseNow(): number {
  const { startMs } = clock();
  return startMs === undefined ? Date.now() : startMs + performance.now();
}

/** By how much the clock of this machine is behind the database's, in milliseconds; negative if it is ahead. */
export function clockDifferenceMs(): number {
  return databaseNow() - Date.now();
}

/** The size of {@link clockDifferenceMs} if it is worth a warning; otherwise 0. */
export function noticeableClockDifferenceMs(): number {
  const ms = Math.abs(clockDifferenceMs());
  return ms > NOTICEABLE_DIFFERENCE_MS ? ms : 0;
}

/** Takes over the time that the database said. @param at by `performance.now()` */
export function setDatabaseTime(epochMs: number, at: number): void {
  clock().startMs = epochMs - at;
}
