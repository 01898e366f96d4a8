import { hash, verify } from "@node-rs/argon2";
import { inPasswordQueue } from "@/lib/core/crypto/password-queue";

// The second recommended option of RFC 9106, with the memory that OWASP suggests for a shared server.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes a password with argon2id, in PHC format.
 * @throws ServiceError slow_down when the queue is full
 */
export function hashPassword(password: string): Promise<string> {
  return inPasswordQueue(() => hash(password, ARGON2ID));
}

/** Whether the password matches the hash. Call it within the password queue. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
