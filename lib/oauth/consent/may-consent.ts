const DECIDING_ROLES = new Set(["owner", "admin"]);

/** Whether a role of a company or organization may decide what an extension may do. */
export function mayConsent(role: string): boolean {
  return DECIDING_ROLES.has(role);
}
