import type { Diagnosis } from "@/lib/core/diagnosis/diagnosis";
import { ServiceError } from "@/lib/core/errors";
import { bearerChallenge } from "@/lib/core/http/render-error";

/**
 * The error for a call that no scope would allow. Its challenge has the only code that RFC 6750 has for 403.
 */
export function callDenied(message: string, diagnosis: Diagnosis = {}): ServiceError {
  return new ServiceError("call_denied", message, {
    ...diagnosis,
    headers: { "www-authenticate": bearerChallenge("insufficient_scope", message) },
  });
}
