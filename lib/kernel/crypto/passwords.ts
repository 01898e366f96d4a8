import { hash, verify } from "@node-rs/argon2";
import { inPasswordQueue } from "@/lib/kernel/crypto/password-queue";

// RFC 9106, the second recommended option, with the memory OWASP names for a shared server.
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * An argon2id hash in PHC form, made when it is its turn.
 * @throws ServiceError slow_down when too many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return inPasswordQueue(() => hash(password, ARGON2ID));
}

/** Whether the password belongs to the hash. To be called within the password queue. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}
