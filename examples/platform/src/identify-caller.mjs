/** A response other than success, for the caller of an API. */
export class Denial extends Error {
  /**
   * @param {number} status
   * @param {string} error a code of RFC 6750 or RFC 6749
   * @param {string} message
   */
  constructor(status, error, message) {
    super(message);
    Object.assign(this, { status, error });
  }
}

/**
 * Asks Latchkey who sends an access token, and checks that the token carries one of `scopes`. It asks every time, so
 * that a removed extension or a suspended company is out at the next call.
 * @param {import("node:http").IncomingMessage} request
 * @param {readonly string[]} scopes
 * @param {object} settings from readSettings
 * @returns {Promise<{company_id: number, client_id: string, sub: string, scope: string}>} RFC 7662, section 2.2
 * @throws {Denial}
 */
export async function identifyCaller(request, scopes, settings) {
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (!token) throw new Denial(401, "unauthenticated", "Send an access token: Bearer …");
  const caller = await introspect(token, settings);
  if (!caller.active || caller.token_type !== "Bearer" || caller.company_id === undefined) {
    throw new Denial(401, "invalid_token", "The access token is invalid, expired, or revoked.");
  }
  if (!caller.scope.split(" ").some((scope) => scopes.includes(scope))) {
    throw new Denial(403, "insufficient_scope", `This needs one of: ${scopes.join(", ")}.`);
  }
  return caller;
}

async function introspect(token, settings) {
  const credentials = `${settings.SERVICE_KEY_ID}:${settings.SERVICE_KEY_SECRET}`;
  const response = await fetch(
    `${settings.LATCHKEY_URL}/service/panel/authentication/v1.0/oauth/introspect`,
    {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
      body: new URLSearchParams({ token }),
      signal: AbortSignal.timeout(5000),
    },
  ).catch(() => undefined);
  if (!response?.ok) throw new Denial(503, "temporarily_unavailable", "Try again in a moment.");
  return response.json();
}
