import { readForeignHash } from "@/lib/core/crypto/foreign-hash";
import { inSecretQueue } from "@/lib/core/crypto/password-queue";
import { sealClientSecret } from "@/lib/core/crypto/seal-client-secret";
import type { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import type { RequestInfo } from "@/lib/core/http/request-info";
import {
  findForeignSecrets,
  replaceForeignHash,
} from "@/lib/protocol/tokens/foreign-secret-repository";
import { countWrongSecret } from "@/lib/protocol/tokens/limit-guessing";
import { credentialsOf, type Pair } from "@/lib/protocol/tokens/read-client-credentials";

/**
 * Decides about a secret that no statement accepted. It may be right all the same: a secret imported as a bcrypt, argon2,
 * scrypt, or PBKDF2 hash gets ours at its first correct use (ADR 49). The limit on failures comes before any hashing.
 * @returns the error for the caller, or null if the secret is right and every statement accepts it from now on
 */
export async function rejectWrongSecret(
  denial: ServiceError,
  pair: Pair,
  { ipAddress, requestId }: Pick<RequestInfo, "ipAddress" | "requestId">,
): Promise<ServiceError | null> {
  try {
    const attempt = await countWrongSecret(pair.id, ipAddress);
    const isRight = await acceptForeignSecret(pair).catch(async (thrown) => {
      await attempt.refund();
      throw thrown;
    });
    if (!isRight) return denial;
    await attempt.refund();
    return null;
  } catch (thrown) {
    return toServiceError(thrown, requestId);
  }
}

async function acceptForeignSecret(pair: Pair): Promise<boolean> {
  const readings = [pair.secret, ...(pair.rawSecret === undefined ? [] : [pair.rawSecret])];
  for (const { id, foreignHash, isReplaced } of await findForeignSecrets(credentialsOf(pair))) {
    if (isReplaced) return true;
    const hash = readForeignHash(foreignHash);
    if ("problem" in hash) throw new Error(`The stored hash of secret ${id} ${hash.problem}`);
    for (const secret of readings) {
      if (!(await inSecretQueue(() => hash.matches(secret)))) continue;
      await replaceForeignHash({ ...sealClientSecret(pair.id, secret), id });
      return true;
    }
  }
  return false;
}
