import { EventEmitter, once } from "node:events";
import { attemptDelivery } from "@/lib/consent/deliveries/attempt-delivery";
import { claimDue, findNextDue } from "@/lib/consent/deliveries/repository";
import { startBackgroundWork } from "@/lib/core/background-work";
import { logFailure } from "@/lib/core/db/database-health";
import { processState } from "@/lib/core/process-state";

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
  while (!signal.aborted) {
    try {
      const dueDeliveries = await claimDue({ limit: BATCH });
      await Promise.all(dueDeliveries.map(attemptDelivery));
      if (dueDeliveries.length === 0) await pause(signal);
    } catch (err) {
      logFailure(err, "deliveries failed");
      await pause(signal, LONGEST_WAIT_MS);
    }
  }
}

async function pause(signal: AbortSignal, atLeastMs?: number): Promise<void> {
  const next = atLeastMs === undefined ? await findNextDue() : null;
  const wait =
    atLeastMs ?? Math.min(LONGEST_WAIT_MS, next ? next.getTime() - Date.now() : Infinity);
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, wait))]);
  try {
    await once(wakeups(), "wake", { signal: timeout });
  } catch (error) {
    if (!timeout.aborted) throw error;
  }
}
