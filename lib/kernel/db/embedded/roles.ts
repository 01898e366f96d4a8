import { createHmac } from "node:crypto";

/** Role that owns the database and migrates it, and the database's name; no superuser. */
export const OWNER_ROLE = "latchkey";

/** Role that the service works as; it may do what `lib/kernel/db/grant-rights.ts` lets it. */
export const APPLICATION_ROLE = "latchkey_application";

/** Address of the embedded database for its owner. */
export function ownerAddress(password: string, port: string | number): string {
  return address(OWNER_ROLE, password, port);
}

/**
 * Address of the embedded database for the service.
 * @param password of the owner
 */
export function applicationAddress(password: string, port: string | number): string {
  return address(APPLICATION_ROLE, applicationPassword(password), port);
}

/** The service's password, from which the owner's cannot be found; no data folder has to keep it. */
export function applicationPassword(ownerPassword: string): string {
  return createHmac("sha256", ownerPassword).update(APPLICATION_ROLE).digest("base64url");
}

function address(role: string, password: string, port: string | number): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${OWNER_ROLE}`;
}
