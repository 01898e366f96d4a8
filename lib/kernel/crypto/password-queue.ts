import { availableParallelism } from "node:os";
import { ServiceError } from "@/lib/kernel/errors";
import { processState } from "@/lib/kernel/process-state";

// Hashing takes a thread of libuv's four, which files and host names need as well.
const MOST_AT_ONCE = Math.min(availableParallelism(), 3);
// What takes longer to be its turn is not waited for by a browser either.
const MOST_WAITING = 1_000;
const RETRY_SECONDS = 5;

/**
 * Runs what hashes or verifies a password when it is its turn: a few at once, so that a thousand
 * sign-ins at the same moment take neither memory nor time from everything else. Must not be nested.
 * @throws ServiceError slow_down with Retry-After when too many wait already
 */
export async function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const queue = processState("password-queue", (): Queue => ({ running: 0, waiting: [] }));
  await takeTurn(queue);
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The turn is handed on: `running` stays as it is.
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
    throw new ServiceError("slow_down", "Too many people are signing in. Try again in a moment.", {
      headers: { "retry-after": String(RETRY_SECONDS) },
    });
  }
  return new Promise((resolve) => queue.waiting.push(resolve));
}
