import { ServiceError } from "@/lib/core/errors";

const DECIDING_ROLES = new Set(["owner", "admin"]);

/** Whether a role of a company or organization may decide what an extension may do. */
export function mayConsent(role: string): boolean {
  return DECIDING_ROLES.has(role);
}

/**
 * Rejects a role that may not decide what an extension may do.
 * @throws ServiceError access_denied
 */
export function requireDecider(role: string): void {
  if (mayConsent(role)) return;
  throw new ServiceError("access_denied", "Only an owner or admin of the company can decide this.");
}
