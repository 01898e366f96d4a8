import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { type ErrorCode, ServiceError } from "@/lib/core/errors";
import { retryLater } from "@/lib/core/http/responses";
import { processState } from "@/lib/core/process/process-state";

// The second recommended option of RFC 9106, with the memory that OWASP suggests for a shared server.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password in NFC (keyboards type `ö` in two ways) with argon2id. @throws ServiceError too_many_requests */
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

/** Queues hashing, so that it cannot use up memory and CPU. Do not nest. @throws ServiceError too_many_requests */
export function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  const message = "Too many people are signing in. Try again in a few seconds.";
  return inQueue(work, MAX_PEOPLE_WAITING, "too_many_requests", message);
}

/** Like {@link inPasswordQueue}, for a client's imported hash. @throws ServiceError temporarily_unavailable */
export function inSecretQueue<T>(work: () => Promise<T>): Promise<T> {
  const message = "Too many imported secrets are being checked. Try again in a few seconds.";
  return inQueue(work, MAX_SECRETS_WAITING, "temporarily_unavailable", message);
}

const mostAtOnce = Math.min(availableParallelism(), MAX_THREADS);

const passwordQueue = (): { running: number; waiting: (() => void)[] } =>
  processState("password-queue", () => ({ running: 0, waiting: [] }));

async function inQueue<T>(
  work: () => Promise<T>,
  mostWaiting: number,
  code: ErrorCode,
  message: string,
): Promise<T> {
  const queue = passwordQueue();
  if (queue.running < mostAtOnce) queue.running += 1;
  else if (queue.waiting.length < mostWaiting) {
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  } else throw new ServiceError(code, message, retryLater(RETRY_SECONDS));
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes to the next in line, so `running` stays as it is.
    if (next) next();
    else queue.running -= 1;
  }
}
