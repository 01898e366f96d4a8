import type { ServiceError } from "@/lib/core/errors";

const authenticated = new WeakSet<ServiceError>();

/**
 * Marks an error that was found after the statement had authenticated the client. Its client is not authenticated
 * again: a deactivation in between would hide the error, such as a replay that has just revoked tokens.
 */
export function afterAuthentication(error: ServiceError): ServiceError {
  authenticated.add(error);
  return error;
}

/** Whether {@link afterAuthentication} marked the error. */
export function isAfterAuthentication(error: ServiceError): boolean {
  return authenticated.has(error);
}
