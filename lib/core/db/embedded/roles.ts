import { createHmac } from "node:crypto";

/** Name of the database and of the role that owns and migrates it; not a superuser. */
export const OWNER_ROLE = "latchkey";

/** Role the service runs as; `lib/core/db/grant-rights.ts` defines its rights. */
export const APPLICATION_ROLE = "latchkey_application";

/** Address of the embedded database for its owner. */
export function ownerAddress(password: string, port: string | number): string {
  return address(OWNER_ROLE, password, port);
}

/**
 * Address of the embedded database for the service.
 * @param password the owner's
 */
export function applicationAddress(password: string, port: string | number): string {
  return address(APPLICATION_ROLE, applicationPassword(password), port);
}

/** The service's password, derived one-way from the owner's, so that no data folder has to store it. */
export function applicationPassword(ownerPassword: string): string {
  return createHmac("sha256", ownerPassword).update(APPLICATION_ROLE).digest("base64url");
}

function address(role: string, password: string, port: string | number): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${OWNER_ROLE}`;
}
