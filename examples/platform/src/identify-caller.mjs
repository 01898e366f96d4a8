import { readGateHeaders } from "./read-gate-headers.mjs";

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
 * Says who calls, and checks that the access token opens the API. Behind the gate, the gate has already asked Latchkey.
 * Otherwise this asks every time, so that a removed extension or a suspended company is out at the next call.
 * @param {import("node:http").IncomingMessage} request
 * @param {ReturnType<import("./apis.mjs").findApi>} found the API that is called
 * @param {object} settings from readSettings
 * @returns {Promise<{company_id: number, client_id: string, sub: string, scope: string}>} RFC 7662, section 2.2
 * @throws {Denial}
 */
export async function identifyCaller(request, { api, companyId }, settings) {
  const caller =
    (settings.BEHIND_GATE === "1" && readGateHeaders(request)) ||
    (await introspectCaller(request, settings));
  if (caller.company_id === undefined) {
    throw new Denial(403, "forbidden", "This is for the extensions of a company.");
  }
  if (companyId !== undefined && companyId !== caller.company_id) {
    throw new Denial(403, "forbidden", `The access token is not for company ${companyId}.`);
  }
  if (!caller.scope.split(" ").some((scope) => api.scopes.includes(scope))) {
    throw new Denial(403, "insufficient_scope", `This needs one of: ${api.scopes.join(", ")}.`);
  }
  return caller;
}

async function introspectCaller(request, settings) {
  const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  if (!token) throw new Denial(401, "unauthenticated", "Send an access token: Bearer …");
  const caller = await introspect(token, settings);
  if (!caller.active || caller.token_type !== "Bearer") {
    throw new Denial(401, "invalid_token", "The access token is invalid, expired, or revoked.");
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
  if (!response?.ok)
    throw new Denial(503, "temporarily_unavailable", "Try again in a few seconds.");
  return response.json();
}
