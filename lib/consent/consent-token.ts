import { isSignature, signText } from "@/lib/core/crypto/sign-text";

/** The token in the consent form that proves we created it for this session and request. */
export function consentToken(sessionId: string, requestId: string): string {
  return signText(`consent:${sessionId}:${requestId}`);
}

/** Whether a form contains the token that we created for it. */
export function isConsentToken(token: string, sessionId: string, requestId: string): boolean {
  return isSignature(token, `consent:${sessionId}:${requestId}`);
}
