/** Registered clients. oidc-provider caches the last hundred in memory; more would slow it down. */
export const CLIENTS = 64;
export const COMPANIES_PER_CLIENT = 4;

/** Further clients, whose refresh tokens are replaced when they are used. */
export const ROTATING_CLIENTS = 16;

/** Where every client receives its codes. */
export const REDIRECT_URI = "https://shipfast.example.com/fp/auth";

/** Value of an Authorization header (RFC 7617). */
export function basic(clientId, secret) {
  return `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`;
}
