import { availableParallelism } from "node:os";
import { ServiceError } from "@/lib/kernel/errors";
import { processState } from "@/lib/kernel/process-state";

// Hashing uses libuv's four threads, which file access and DNS lookups need as well.
const MOST_AT_ONCE = Math.min(availableParallelism(), 3);
// Browsers give up on longer waits anyway.
const MOST_WAITING = 1_000;
const RETRY_SECONDS = 5;

/**
 * Queues password hashing and verification so that a burst of sign-ins does not starve everything else of memory and
 * CPU. Must not be nested.
 * @throws ServiceError slow_down with Retry-After when the queue is full
 */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const queue = processState("password-queue", (): Queue => ({ running: 0, waiting: [] }));
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

type Queue = { running: number; waiting: (() => void)[] };

function takeTurn(queue: Queue): Promise<void> {
  if (queue.running < MOST_AT_ONCE) {
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
