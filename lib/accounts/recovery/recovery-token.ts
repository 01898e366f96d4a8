import { equalInConstantTime, hmacSha256 } from "@/lib/kernel/crypto/hash";
import { isId } from "@/lib/kernel/crypto/ids";
import { env } from "@/lib/kernel/env";

// The prefix keeps it out of logs, as it does every link of ours.
const TOKEN = /^lkl_([0-9a-f]{24})([0-9a-f]{8})_([\w-]{43})$/;

/** Who handed a link out: the operator's shell, or a mail to the account's own address. */
export type RecoveryWay = "shell" | "mail";

/** Whom a token of a recovery link names, and until when, in seconds since 1970. */
export type RecoveryClaim = { userId: string; expires: number; proof: string };

/**
 * The token of a link that sets a new password. Nothing is stored: it is proven over the password's
 * present hash, so that it ends with the password, by whatever changes that first.
 */
export function makeRecoveryToken(
  userId: string,
  expires: number,
  passwordHash: string,
  way: RecoveryWay = "shell",
): string {
  const proof = proofOf(userId, expires, passwordHash, way);
  return `lkl_${userId}${expires.toString(16).padStart(8, "0")}_${proof}`;
}

/** What a token claims, or null for text that is none or has run out. Whether it is true is still to be proven. */
export function readRecoveryToken(token: string, now = Date.now()): RecoveryClaim | null {
  const [, userId = "", hex = "", proof = ""] = TOKEN.exec(token) ?? [];
  const expires = Number.parseInt(hex, 16);
  return isId(userId) && expires * 1000 > now ? { userId, expires, proof } : null;
}

/** How this service handed a claim out for a person with this password; null when it did not. */
export function provenWay(
  { userId, expires, proof }: RecoveryClaim,
  passwordHash: string,
): RecoveryWay | null {
  const ways = ["shell", "mail"] as const;
  const isOf = (way: RecoveryWay) =>
    equalInConstantTime(proof, proofOf(userId, expires, passwordHash, way));
  return ways.find(isOf) ?? null;
}

const PURPOSES: Readonly<Record<RecoveryWay, string>> = { shell: "recover", mail: "reclaim" };

function proofOf(userId: string, expires: number, passwordHash: string, way: RecoveryWay): string {
  const claim = `${PURPOSES[way]}:${userId}:${expires}:${passwordHash}`;
  return hmacSha256(env().nextauthSecret, claim);
}
