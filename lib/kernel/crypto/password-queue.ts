import { availableParallelism } from "node:os";
import { ServiceError } from "@/lib/kernel/errors";
import { processState } from "@/lib/kernel/process-state";

// Hashing uses libuv's four threads, which file access and DNS lookups need as well.
const MOST_THREADS = 3;
// Browsers give up on longer waits anyway.
const MOST_WAITING = 1_000;
const RETRY_SECONDS = 5;

/**
 * Queues password hashing and verification so that a burst of sign-ins does not starve everything else of memory and
 * CPU. Must not be nested.
 * @throws ServiceError slow_down with Retry-After when the queue is full
 */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const queue = passwordQueue();
  await takeTurn(queue);
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes to the next in line, so `running` stays as it is.
    if (next) next();
    else queue.running -= 1;
  }
}

/** Leaves cores to the other processes of the service on this machine. */
export function shareCores(processes: number): void {
  passwordQueue().mostAtOnce = mostAtOnce(processes);
}

type Queue = { running: number; mostAtOnce: number; waiting: (() => void)[] };

const passwordQueue = (): Queue =>
  processState("password-queue", () => ({ running: 0, mostAtOnce: mostAtOnce(1), waiting: [] }));

function mostAtOnce(processes: number): number {
  const cores = Math.floor(availableParallelism() / processes);
  return Math.max(1, Math.min(cores, MOST_THREADS));
}

function takeTurn(queue: Queue): Promise<void> {
  if (queue.running < queue.mostAtOnce) {
    queue.running += 1;
    return Promise.resolve();
  }
  if (queue.waiting.length >= MOST_WAITING) {
    throw new ServiceError(
      "slow_down",
      "Too many people are signing in. Try again in a few seconds.",
      {
        headers: { "retry-after": String(RETRY_SECONDS) },
      },
    );
  }
  return new Promise((resolve) => queue.waiting.push(resolve));
}
