import { logFailure } from "@/lib/core/db/database-health";
import { createPartition } from "@/lib/core/db/partitions";
import { sqlStateOf } from "@/lib/core/db/sql-state";
import { processState } from "@/lib/core/process/process-state";
import { startBackgroundWork, wait } from "@/lib/core/process/wait";
import {
  BATCH_CALLS,
  callQueue,
  countLostCalls,
  flushSeconds,
  reportLostCalls,
  storedCalls,
} from "@/lib/gate/calls/call-queue";
import type { Call } from "@/lib/gate/calls/record-call";
import { insertCalls } from "@/lib/gate/calls/repository";

/** SQLSTATE of a call without a partition, and of one that violates a check. */
const CHECK_VIOLATION = "23514";

/** SQLSTATE classes of rows that the database will never take: wrong data, violated constraints, exceeded limits. */
const HOPELESS = /^(22|23|54)/;

const running = (): { flush: Promise<void> | null } =>
  processState("call-flush", () => ({ flush: null }));

/**
 * Writes the calls that are waiting now, a batch at a time. Calls of a batch whose result is unknown are sent again,
 * and the database keeps each once.
 * @throws what the database throws during an outage; the calls then still wait
 */
export async function flushCalls(): Promise<void> {
  const state = running();
  // What is running may have begun before the last call was recorded.
  while (state.flush) await state.flush.catch(() => {});
  state.flush = writeWaiting().finally(() => {
    state.flush = null;
  });
  await state.flush;
}

async function writeWaiting(): Promise<void> {
  const queue = callQueue();
  let remaining = queue.waiting.length;
  while (remaining > 0) {
    const batch = queue.waiting.slice(0, BATCH_CALLS);
    const begin = performance.now();
    const writtenCount = await writeBatch(batch);
    flushSeconds().observe((performance.now() - begin) / 1_000);
    queue.waiting.splice(0, batch.length);
    storedCalls().inc(writtenCount);
    remaining -= batch.length;
  }
}

/** @returns how many were stored */
async function writeBatch(batch: readonly Call[], hasPartitions = false): Promise<number> {
  try {
    await insertCalls(batch);
    return batch.length;
  } catch (thrown) {
    const { sqlState = "" } = sqlStateOf(thrown);
    if (!HOPELESS.test(sqlState)) throw thrown;
    if (sqlState !== CHECK_VIOLATION || hasPartitions) return writeHalves(batch, thrown);
    for (const day of new Set(batch.map(dayOf))) await createPartition({ table: "calls", day });
    return writeBatch(batch, true);
  }
}

/** A call that cannot be stored must cost no other. */
async function writeHalves(batch: readonly Call[], reason: unknown): Promise<number> {
  if (batch.length === 1) {
    countLostCalls(1, "the database rejected the call", reason);
    return 0;
  }
  const half = batch.length >> 1;
  return (
    (await writeBatch(batch.slice(0, half), true)) + (await writeBatch(batch.slice(half), true))
  );
}

const dayOf = ({ startedAt }: Call) => startedAt.toISOString().slice(0, 10);

/** How long a call waits for others to be written with. */
const GATHER_MS = 100;

/** How long after a failure the writer tries again. */
const RETRY_MS = 1_000;

/** Stores recorded calls until stopped. @returns stops it and stores the calls that still wait */
export function startCallWriter(): () => Promise<void> {
  const stop = startBackgroundWork(run);
  return async () => {
    await stop();
    await writeLast();
  };
}

async function run(signal: AbortSignal): Promise<void> {
  const { waiting, wakeups } = callQueue();
  const wakeup = { signal, wakeups };
  while (!signal.aborted) {
    if (waiting.length === 0) await wait(Number.POSITIVE_INFINITY, wakeup);
    else {
      if (waiting.length < BATCH_CALLS) await wait(GATHER_MS, wakeup);
      try {
        await flushCalls();
      } catch (thrown) {
        logFailure(thrown, "calls not stored yet");
        await wait(RETRY_MS, wakeup);
      }
    }
  }
}

async function writeLast(): Promise<void> {
  try {
    await flushCalls();
  } catch (thrown) {
    const reason = "the service stopped while the database was out of reach";
    countLostCalls(callQueue().waiting.length, reason, thrown);
    reportLostCalls(reason, thrown);
  }
}
