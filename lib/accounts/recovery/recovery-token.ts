import { equalInConstantTime, hmacSha256 } from "@/lib/kernel/crypto/hash";
import { isId } from "@/lib/kernel/crypto/ids";
import { env } from "@/lib/kernel/env";

// The prefix keeps it out of logs, like all of Latchkey's links.
const TOKEN = /^lkl_([0-9a-f]{24})([0-9a-f]{8})_([\w-]{43})$/;

/** How a link was delivered: through the operator's shell, or by mail to the account's own address. */
export type RecoveryWay = "shell" | "mail";

/** The person a recovery token names, and its expiry in seconds since 1970. */
export type RecoveryClaim = { userId: string; expires: number; proof: string };

/**
 * The token of a link that sets a new password. Nothing is stored: the token is signed with the current password hash,
 * so any change of the password invalidates it.
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

/** The claim of a token, or null for malformed or expired text. The claim still has to be verified. */
export function readRecoveryToken(token: string, now = Date.now()): RecoveryClaim | null {
  const [, userId = "", hex = "", proof = ""] = TOKEN.exec(token) ?? [];
  const expires = Number.parseInt(hex, 16);
  return isId(userId) && expires * 1000 > now ? { userId, expires, proof } : null;
}

/** How the service delivered a claim for a person with this password; null if it did not. */
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
