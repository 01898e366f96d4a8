import { equalInConstantTime, hmacSha256 } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env/env";

/** An HMAC of a text under the first session secret, in base64url. */
export function signText(text: string): string {
  return hmacSha256(env().sessionSecrets[0], text);
}

/** Whether a signature, shortened to `length`, is that of a text under any of the session secrets. */
export function isSignature(signature: string, text: string, length?: number): boolean {
  return env().sessionSecrets.some((secret) =>
    equalInConstantTime(signature, hmacSha256(secret, text).slice(0, length)),
  );
}
