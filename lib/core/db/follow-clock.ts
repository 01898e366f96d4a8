import { logFailure } from "@/lib/core/db/database-health";
import {
  clockDifferenceMs,
  noticeableClockDifferenceMs,
  setDatabaseTime,
} from "@/lib/core/db/database-time";
import { first, sql } from "@/lib/core/db/sql";
import { log } from "@/lib/core/telemetry/log";

const EVERY_MS = 60_000;

const readTime = sql<object, { ms: number }>(
  "read-time",
  { ms: "float8" },
  "SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms",
);

/** Asks the database for its time. @returns how many milliseconds this machine's clock is behind; negative if ahead */
export async function learnDatabaseTime(): Promise<number> {
  const sentAt = performance.now();
  const time = first(await readTime({}));
  if (time) setDatabaseTime(time.ms, (sentAt + performance.now()) / 2);
  return clockDifferenceMs();
}

/** Learns the database's time now and every minute, and warns while clocks differ. @returns a function to stop it */
export async function followDatabaseClock(): Promise<() => Promise<void>> {
  const learn = async () => {
    try {
      await learnDatabaseTime();
      warnOfDifference();
    } catch (thrown) {
      logFailure(thrown, "the database did not say its time");
    }
  };
  await learn();
  const timer = setInterval(() => void learn(), EVERY_MS).unref();
  return async () => clearInterval(timer);
}

function warnOfDifference(): void {
  const seconds = Math.round(noticeableClockDifferenceMs() / 1_000);
  if (seconds === 0) return;
  const direction = clockDifferenceMs() > 0 ? "behind" : "ahead of";
  log().warn(
    { seconds },
    `The clock of this machine is ${seconds} s ${direction} the database's. Synchronize both, for example by NTP`,
  );
}
