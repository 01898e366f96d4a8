import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ServiceError } from "@/lib/core/errors";
import { retryLater } from "@/lib/core/http/responses";
import { processState } from "@/lib/core/process/process-state";

// The second recommended option of RFC 9106, with the memory that OWASP suggests for a shared server.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes a password with argon2id, in PHC format. It hashes the NFC: a keyboard types `ö` as one character or as two.
 * @throws ServiceError too_many_requests when the queue is full
 */
export function hashPassword(password: string): Promise<string> {
  return inPasswordQueue(() => hashNormalized(password));
}

/**
 * Checks a password, as typed and then as NFC, against its hash. Call it within the password queue.
 * @returns null if it does not match; `replacement` is the hash to store if the stored one is not of NFC
 */
export async function verifyPassword(
  passwordHash: string,
  password: string,
): Promise<{ replacement: string | null } | null> {
  const normalized = password.normalize("NFC");
  const isNormalized = normalized === password;
  if (await verify(passwordHash, password)) {
    return { replacement: isNormalized ? null : await hashNormalized(password) };
  }
  const fits = !isNormalized && (await verify(passwordHash, normalized));
  return fits ? { replacement: null } : null;
}

function hashNormalized(password: string): Promise<string> {
  return hash(password.normalize("NFC"), ARGON2ID);
}

// Hashing uses libuv's four threads, which file access and DNS lookups need as well.
const MAX_THREADS = 3;
// Browsers give up on longer waits anyway.
const MAX_PEOPLE_WAITING = 1_000;
// So that sign-ins never wait long for imported secrets, which may take a second each.
const MAX_SECRETS_WAITING = 16;
const RETRY_SECONDS = 5;

/**
 * Queues password hashing and verification so that a burst of sign-ins does not starve everything else of memory and
 * CPU. Must not be nested.
 * @throws ServiceError too_many_requests with Retry-After when the queue is full
 */
export function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  return inQueue(work, MAX_PEOPLE_WAITING, () => {
    const message = "Too many people are signing in. Try again in a few seconds.";
    return new ServiceError("too_many_requests", message, retryLater(RETRY_SECONDS));
  });
}

/**
 * Queues the check of a client's secret against an imported hash together with passwords. Must not be nested.
 * @throws ServiceError temporarily_unavailable with Retry-After when more than a few are waiting
 */
export function inSecretQueue<T>(work: () => Promise<T>): Promise<T> {
  return inQueue(work, MAX_SECRETS_WAITING, () => {
    const message = "Too many imported secrets are being checked. Try again in a few seconds.";
    return new ServiceError("temporarily_unavailable", message, retryLater(RETRY_SECONDS));
  });
}

async function inQueue<T>(
  work: () => Promise<T>,
  mostWaiting: number,
  fullError: () => ServiceError,
): Promise<T> {
  const queue = passwordQueue();
  if (queue.running >= mostAtOnce && queue.waiting.length >= mostWaiting) throw fullError();
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

const passwordQueue = (): Queue =>
  processState("password-queue", () => ({ running: 0, waiting: [] }));

const mostAtOnce = Math.min(availableParallelism(), MAX_THREADS);

function takeTurn(queue: Queue): Promise<void> {
  if (queue.running < mostAtOnce) {
    queue.running += 1;
    return Promise.resolve();
  }
  return new Promise((resolve) => queue.waiting.push(resolve));
}
