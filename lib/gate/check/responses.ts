import { isId } from "@/lib/core/crypto/ids";
import type { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { renderOAuthError } from "@/lib/core/http/render-error";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { TRACEPARENT_HEADER, TRACESTATE_HEADER } from "@/lib/core/http/trace-context";
import { EXTERNAL_ID, isClientId, isOrganizationId } from "@/lib/core/schemas/id-forms";
import type { GateToken } from "@/lib/gate/repository";
import { isScopeName } from "@/lib/protocol/scopes/scope-name";

/**
 * The response to an allowed call: headers that identify the caller to an upstream, and the caller's trace.
 * @throws Error for a value that the database should not contain; the call is then not allowed
 */
export function allowCall(sent: RequestHeaders, token: GateToken, requestId: string): Response {
  const headers = {
    ...callerHeaders(token, requestId),
    ...traceHeaders(sent),
    "cache-control": "no-store",
    [REQUEST_ID_HEADER]: requestId,
  };
  return new Response(null, { status: 200, headers });
}

function traceHeaders(sent: RequestHeaders): Record<string, string> {
  const traceparent = sent.get(TRACEPARENT_HEADER);
  if (traceparent === null) return {};
  const tracestate = sent.get(TRACESTATE_HEADER);
  return {
    [TRACEPARENT_HEADER]: traceparent,
    ...(tracestate !== null && { [TRACESTATE_HEADER]: tracestate }),
  };
}

/**
 * The headers that identify the caller to an upstream. All of them are always present, so that a proxy that copies
 * them overwrites any that the caller sent. No value can contain a line break or anything else outside its format.
 */
function callerHeaders(token: GateToken, requestId: string): Record<string, string> {
  const { clientId, companyId, organizationId, kind, scopes } = token;
  return {
    "x-latchkey-client-id": checked(clientId, isClientId),
    "x-latchkey-company-id": companyId === null ? "" : String(companyId),
    "x-latchkey-organization-id":
      organizationId === null ? "" : checked(organizationId, isOrganizationId),
    "x-latchkey-subject": subjectOf(token),
    "x-latchkey-token-kind": kind,
    "x-latchkey-scopes": scopes.map((scope) => checked(scope, isScopeName)).join(" "),
    "x-latchkey-request-id": checked(requestId, isId),
  };
}

function subjectOf({ userId, externalId, systemUserId }: GateToken): string {
  if (userId === null) return `system:${checked(systemUserId, isId)}`;
  if (externalId === null) return `user:${checked(userId, isId)}`;
  return `user:${checked(externalId, (text) => EXTERNAL_ID.test(text))}`;
}

function checked(value: string, isOfForm: (text: string) => boolean): string {
  if (isOfForm(value)) return value;
  throw new Error("A value for a header of the gate does not have its form");
}

const NOT_ASCII = /[\x7f-\uffff]/g;

/**
 * The response to a call that is not allowed (RFC 6750 section 3), for the caller. `X-Latchkey-Denial` repeats the body,
 * because nginx's auth_request passes on nothing else of it.
 */
export async function denyCall(error: ServiceError, requestId: string): Promise<Response> {
  const response = renderOAuthError(error, requestId);
  const body = await response.text();
  const headers = new Headers(response.headers);
  headers.set(REQUEST_ID_HEADER, requestId);
  headers.set("x-latchkey-request-id", requestId);
  headers.set("x-latchkey-denial", inAscii(body));
  return new Response(body, { status: response.status, headers });
}

/** The same JSON in the characters that a header may have. */
function inAscii(json: string): string {
  return json.replace(
    NOT_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
