import { equalInConstantTime, hmacSha256 } from "@/lib/crypto/hash";
import { isId } from "@/lib/crypto/ids";
import { env } from "@/lib/env";

// The prefix keeps it out of logs, as it does every link of ours.
const TOKEN = /^lkl_([0-9a-f]{24})([0-9a-f]{8})_([\w-]{43})$/;

/** Whom a token of a recovery link names, and until when, in seconds since 1970. */
export type RecoveryClaim = { userId: string; expires: number; proof: string };

/**
 * The token of a link that sets a new password. Nothing is stored: it is proven over the password's
 * present hash, so that it ends with the password, by whatever changes that first.
 */
export function makeRecoveryToken(userId: string, expires: number, passwordHash: string): string {
  const proof = proofOf(userId, expires, passwordHash);
  return `lkl_${userId}${expires.toString(16).padStart(8, "0")}_${proof}`;
}

/** What a token claims, or null for text that is none or has run out. Whether it is true is still to be proven. */
export function readRecoveryToken(token: string, now = Date.now()): RecoveryClaim | null {
  const [, userId = "", hex = "", proof = ""] = TOKEN.exec(token) ?? [];
  const expires = Number.parseInt(hex, 16);
  return isId(userId) && expires * 1000 > now ? { userId, expires, proof } : null;
}

/** Whether a claim was made by this service for a person with this password. */
export function isProven({ userId, expires, proof }: RecoveryClaim, passwordHash: string): boolean {
  return equalInConstantTime(proof, proofOf(userId, expires, passwordHash));
}

function proofOf(userId: string, expires: number, passwordHash: string): string {
  return hmacSha256(env().nextauthSecret, `recover:${userId}:${expires}:${passwordHash}`);
}
