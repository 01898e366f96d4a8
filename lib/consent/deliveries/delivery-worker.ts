import { EventEmitter } from "node:events";
import { attemptDelivery } from "@/lib/consent/deliveries/attempt-delivery";
import { claimDue, findNextDue } from "@/lib/consent/deliveries/repository";
import { logFailure } from "@/lib/core/db/database-health";
import { databaseNow } from "@/lib/core/db/database-time";
import { startBackgroundWork } from "@/lib/core/process/background-work";
import { processState } from "@/lib/core/process/process-state";
import { wait } from "@/lib/core/process/wait";

const BATCH = 10;
/** Interval for finding calls that another process stored. */
const LONGEST_WAIT_MS = 30_000;

const wakeups = (): EventEmitter => processState("delivery-wakeups", () => new EventEmitter());

/** Wakes the worker of this process after a call was stored; call it after the commit. */
export function wakeDeliveryWorker(): void {
  wakeups().emit("wake");
}

/**
 * Makes stored calls as they become due, until stopped.
 * @returns stops it and waits for the attempt in progress
 */
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
  const next = await findNextDue();
  // By the clock that claims it. By another one that is ahead, it would be looked for without a pause.
  return next ? Math.min(LONGEST_WAIT_MS, next.getTime() - databaseNow()) : LONGEST_WAIT_MS;
}
