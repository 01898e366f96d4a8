import type { RequestHeaders } from "@/lib/core/http/api-request";

const NO_CREDENTIALS = /^(?:basic|bearer)?$/i;

/**
 * The Authorization header of a request. One without credentials counts as absent: an empty value, which proxies send, or
 * a scheme alone, which clients send whose token is not set.
 * @returns null if absent
 */
export function authorizationOf(headers: RequestHeaders): string | null {
  const header = headers.get("authorization");
  return header === null || NO_CREDENTIALS.test(header.trim()) ? null : header;
}
