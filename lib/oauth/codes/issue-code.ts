import { sha256 } from "@/lib/kernel/crypto/hash";
import { newToken } from "@/lib/kernel/crypto/tokens";
import type { Database } from "@/lib/kernel/db/client";
import { type CodeRequest, insertCode } from "@/lib/oauth/codes/repository";

/** Seconds that a code has until its first use. */
export const CODE_SECONDS = 60;
/** Seconds after issue in which a code that was used for one kind of token works for the other. */
export const SECOND_USE_SECONDS = 600;

/** Issues an authorization code (RFC 6749 section 4.1.2) and returns it; only its hash is stored. */
export async function issueCode(tx: Database, request: CodeRequest): Promise<string> {
  const code = newToken("code");
  const now = Date.now();
  await insertCode(tx, {
    ...request,
    codeHash: sha256(code),
    expiresAt: new Date(now + CODE_SECONDS * 1000),
    secondUseExpiresAt: new Date(now + SECOND_USE_SECONDS * 1000),
  });
  return code;
}
