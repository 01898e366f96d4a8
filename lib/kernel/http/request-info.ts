import { newId } from "@/lib/kernel/crypto/ids";

/** What every answer, log line and recorded event knows about a request. */
export type RequestInfo = {
  /** Set by the server on every request, also when it comes from outside. */
  requestId: string;
  /** Address of the caller; null where no server set it. */
  ipAddress: string | null;
  userAgent: string | null;
};

/** Headers by which `server.ts` hands these facts on; it overwrites whatever a caller sent. */
export const REQUEST_ID_HEADER = "x-request-id";
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** Reads the facts that the server attached to a request. */
export function readRequestInfo(headers: Headers): RequestInfo {
  return {
    requestId: headers.get(REQUEST_ID_HEADER) ?? newId(),
    ipAddress: headers.get(CLIENT_ADDRESS_HEADER),
    userAgent: headers.get("user-agent")?.slice(0, 300) ?? null,
  };
}
