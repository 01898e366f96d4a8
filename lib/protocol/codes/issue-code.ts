import { sha256 } from "@/lib/core/crypto/hash";
import { dayOfToken, newToken } from "@/lib/core/crypto/tokens";
import type { Database } from "@/lib/core/db/client";
import { type CodeRequest, insertCode } from "@/lib/protocol/codes/repository";

/** Issues an authorization code (RFC 6749 section 4.1.2) and returns it. Only its hash is stored. */
export async function issueCode(tx: Database, request: CodeRequest): Promise<string> {
  const code = newToken("code");
  await insertCode(tx, { codeHash: sha256(code), day: dayOfToken(code) }, request);
  return code;
}
