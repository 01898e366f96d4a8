import { equalInConstantTime, hmacSha256 } from "@/lib/core/crypto/hash";
import { env } from "@/lib/core/env";

/** The token in the consent form that proves we created it for this session and request. */
export function consentToken(sessionId: string, requestId: string): string {
  return hmacSha256(env().nextauthSecret, `consent:${sessionId}:${requestId}`);
}

/** Whether a form contains the token that we created for it. */
export function isConsentToken(token: string, sessionId: string, requestId: string): boolean {
  return equalInConstantTime(token, consentToken(sessionId, requestId));
}
