import { EventEmitter } from "node:events";
import { attemptDelivery, claimDue } from "@/lib/consent/deliveries/attempt-delivery";
import { db } from "@/lib/core/db/client";
import { logFailure } from "@/lib/core/db/database-health";
import { databaseNow } from "@/lib/core/db/database-time";
import { processState } from "@/lib/core/process/process-state";
import { startBackgroundWork, wait } from "@/lib/core/process/wait";

const BATCH = 10;
/** Interval for finding calls that another process stored. */
const LONGEST_WAIT_MS = 30_000;

const wakeups = (): EventEmitter => processState("delivery-wakeups", () => new EventEmitter());

/** Wakes the worker of this process after a call was stored; call it after the commit. */
export function wakeDeliveryWorker(): void {
  wakeups().emit("wake");
}

/** Makes stored calls as they become due, until stopped. @returns stops it and waits for the attempt in progress */
export function startDeliveryWorker(): () => Promise<void> {
  return startBackgroundWork(run);
}

async function run(signal: AbortSignal): Promise<void> {
  const wakeup = { signal, wakeups: wakeups() };
  while (!signal.aborted) {
    try {
      const dueDeliveries = await claimDue({ limit: BATCH });
      await Promise.all(dueDeliveries.map(attemptDelivery));
      if (dueDeliveries.length === 0) await wait(await untilNextDueMs(), wakeup);
    } catch (err) {
      logFailure(err, "deliveries failed");
      await wait(LONGEST_WAIT_MS, wakeup);
    }
  }
}

async function untilNextDueMs(): Promise<number> {
  const next = await db().delivery.findFirst({
    where: { nextAttemptAt: { not: null } },
    select: { nextAttemptAt: true },
    orderBy: { nextAttemptAt: "asc" },
  });
  if (!next?.nextAttemptAt) return LONGEST_WAIT_MS;
  // By the clock that claims it. By another one that is ahead, it would be looked for without a pause.
  return Math.min(LONGEST_WAIT_MS, next.nextAttemptAt.getTime() - databaseNow());
}
