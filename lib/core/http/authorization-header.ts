import type { RequestHeaders } from "@/lib/core/http/api-request";

const NO_CREDENTIALS = /^(?:basic|bearer)?$/i;

/** The Authorization header; null if absent, or without credentials: proxies send it empty, clients a scheme alone. */
export function authorizationOf(headers: RequestHeaders): string | null {
  const header = headers.get("authorization");
  return header === null || NO_CREDENTIALS.test(header.trim()) ? null : header;
}
