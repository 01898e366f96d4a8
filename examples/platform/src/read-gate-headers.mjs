/**
 * Reads who calls from the headers that Latchkey's gate sets, in the words of introspection (RFC 7662, section 2.2).
 * Only a process that nothing but the proxy can reach may believe them.
 * @param {import("node:http").IncomingMessage} request
 * @returns {{client_id: string, company_id?: number, sub: string, scope: string} | undefined} undefined if the call
 *   did not pass the gate, because it carries no access token
 */
export function readGateHeaders({ headers }) {
  const client_id = headers["x-latchkey-client-id"];
  if (!client_id) return undefined;
  const company = headers["x-latchkey-company-id"];
  return {
    client_id,
    company_id: company ? Number(company) : undefined,
    sub: headers["x-latchkey-subject"],
    scope: headers["x-latchkey-scopes"] ?? "",
  };
}
