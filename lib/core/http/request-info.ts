import { newId } from "@/lib/core/crypto/ids";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { TRACEPARENT_HEADER } from "@/lib/core/http/trace-context";

/** Facts about a request for responses, log lines and recorded events. */
export type RequestInfo = {
  /** Set by the server on every request, even if the caller sent one. */
  requestId: string;
  /** The caller's address; null if no server set it. */
  ipAddress: string | null;
  userAgent: string | null;
  /** Of the caller's trace, to pass on. */
  traceparent?: string | undefined;
};

/** Headers in which `server.ts` passes these facts on, overwriting whatever a caller sent. */
export const REQUEST_ID_HEADER = "x-request-id";
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Reads the facts that the server attached to a request. */
export function readRequestInfo(headers: RequestHeaders): RequestInfo {
  return {
    requestId: headers.get(REQUEST_ID_HEADER) ?? newId(),
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
    traceparent: headers.get(TRACEPARENT_HEADER) ?? undefined,
  };
}

/** The path of a request in the console, where a drawer opens it. The page checks access. */
export function requestPath(organizationId: string | null, requestId: string): string {
  const scope = organizationId === null ? "/platform" : `/organization/${organizationId}`;
  return `${scope}/requests?${new URLSearchParams({ request: requestId })}`;
}
