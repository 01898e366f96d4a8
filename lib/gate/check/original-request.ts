import type { IncomingMessage } from "node:http";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import { removeRequestHeader, setRequestHeader } from "@/lib/core/http/request-headers";

export const CHECK_PATH = "/service/platform/gate/v1.0/check";

/** Holds the method and target that were appended to the path. Only {@link takeAppendedRequest} sets it. */
const APPENDED_HEADER = "x-gate-appended-request";

/** Method and target of the call that a proxy asks about, as they were sent. */
export type OriginalRequest = { method: string; target: string };

/**
 * Makes every request below the check's path one to the path itself, so that routers need not read the original path,
 * which follows it, and whose method is the request's own. Call it for each request to the server.
 */
export function takeAppendedRequest(request: IncomingMessage): void {
  const { url = "", method = "" } = request;
  if (!url.startsWith(CHECK_PATH)) return;
  const next = url.charAt(CHECK_PATH.length);
  if (next === "/") {
    setRequestHeader(request, APPENDED_HEADER, `${method} ${url.slice(CHECK_PATH.length)}`);
  } else if (next === "" || next === "?") {
    if (APPENDED_HEADER in request.headers) removeRequestHeader(request, APPENDED_HEADER);
  } else return;
  request.url = CHECK_PATH;
  request.method = "GET";
}

/** Headers in which proxies send the original request. */
const PAIRS = [
  ["x-original-method", "x-original-uri"],
  ["x-forwarded-method", "x-forwarded-uri"],
] as const;

/**
 * The original request, or why there is not exactly one. Proxies pass on what callers send, so that a second pair of
 * headers may be a caller's.
 */
export function readOriginalRequest(
  headers: RequestHeaders,
): OriginalRequest | { problem: string } {
  const appended = headers.get(APPENDED_HEADER);
  if (appended !== null) {
    const space = appended.indexOf(" ");
    return { method: appended.slice(0, space), target: appended.slice(space + 1) };
  }
  const pairs = PAIRS.map(([method, target]) => ({
    method: headers.get(method),
    target: headers.get(target),
  })).filter(({ method, target }) => method !== null || target !== null);
  if (pairs.length > 1) return { problem: TWO_PAIRS };
  const { method, target } = pairs[0] ?? {};
  return method && target && METHOD.test(method) ? { method, target } : { problem: NO_PAIR };
}

const METHOD = /^[A-Za-z][A-Za-z-]{0,31}$/;
const TWO_PAIRS =
  "The gate got two original requests: X-Original-Method and -URI, and X-Forwarded-Method and -Uri. The proxy must remove the headers that it does not set.";
const NO_PAIR =
  "The gate got no original request. The proxy must send its method and target, in X-Original-Method and X-Original-URI, or in X-Forwarded-Method and X-Forwarded-Uri.";
