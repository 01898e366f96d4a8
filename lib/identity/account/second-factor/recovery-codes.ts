import { Secret } from "otpauth";
import { sha256 } from "@/lib/core/crypto/hash";
import type { Database } from "@/lib/core/db/client";
import type { PageWords } from "@/lib/core/pages/page-words";
import type { PlainPage } from "@/lib/core/pages/render-page";
import { replaceRecoveryCodes } from "@/lib/identity/account/second-factor/repository";
import { plainCode } from "@/lib/identity/account/second-factor/typed-code";

/**
 * Creates new recovery codes for a person and invalidates earlier ones.
 * @returns the codes, of which only hashes are stored
 */
export async function renewRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? []);
  await replaceRecoveryCodes(tx, userId, hashes);
  return codes;
}

/** The number of recovery codes a person has at a time. */
const RECOVERY_CODES = 10;

// 80 bits cannot be guessed even with access to the hashes.
const CODE_BYTES = 10;
const CODE = /^[a-z2-7]{16}$/;

/** New recovery codes, as people write them: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase().replace(/(.{4})(?=.)/g, "$1-"),
  );
}

/** The stored hash of a recovery code as typed; null for any other text. */
export function hashRecoveryCode(userId: string, code: string): Uint8Array<ArrayBuffer> | null {
  const plain = plainCode(code);
  return CODE.test(plain) ? new Uint8Array(sha256(`recovery:${userId}:${plain}`)) : null;
}

/**
 * The page that shows recovery codes once. It is the response to the form that created them and has no URL of its own.
 */
export function recoveryCodesPage(title: "on" | "renewed", codes: readonly string[]) {
  return (t: PageWords["t"]): PlainPage => ({
    title: t(`recoveryCodes.${title}`),
    paragraphs: [t("recoveryCodes.keep"), t("recoveryCodes.once")],
    lines: {
      label: t("recoveryCodes.label"),
      texts: codes,
      fileName: "latchkey-recovery-codes.txt",
    },
    link: { href: "/profile#second-factor", label: t("recoveryCodes.goOn") },
  });
}
