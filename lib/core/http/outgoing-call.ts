import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { env } from "@/lib/core/env";
import { guardedLookup, isCallable, isLoopbackHost } from "@/lib/core/http/guarded-lookup";

const TIMEOUT_MS = 10_000;

/** How a call ended: status and headers of the response, or why there was none. */
export type CallOutcome =
  | { status: number; headers: IncomingHttpHeaders; error: null }
  | { status: null; error: string };

/** Posts JSON to an address chosen by a third party; see `callOut`. */
export function postJson(
  address: string,
  body: string,
  headers: Record<string, string>,
): Promise<CallOutcome> {
  const type = { "content-type": "application/json" };
  return callOut({ method: "POST", address, headers: { ...headers, ...type }, body });
}

/**
 * Calls an address chosen by a third party. All outgoing calls of this service go through here. Only https, or http to
 * a loopback host while this installation is itself on one; never to a private, link-local or otherwise internal
 * address. The check covers the address of the actual connection, since a name may resolve differently the next time.
 * Redirects are not followed and the body is not read.
 */
export function callOut(request: {
  method: "GET" | "POST";
  address: string;
  headers?: Record<string, string>;
  body?: string;
}): Promise<CallOutcome> {
  const { method, address, headers = {}, body = "" } = request;
  const url = parseUrl(address);
  const problem = url ? problemOf(url) : "The address is not a URL.";
  if (!url || problem) return Promise.resolve({ status: null, error: problem ?? "No address." });
  const length = body ? { "content-length": String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const call = send(url, {
      method,
      headers: { ...headers, ...length },
      lookup: guardedLookup(env().baseUrl),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    call.on("response", (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, error: null });
    });
    call.on("error", (error) => resolve({ status: null, error: explain(error) }));
    call.end(body);
  });
}

function problemOf(url: URL): string | null {
  if (url.username || url.password) return "The address contains credentials.";
  // A literal address is connected to without a lookup, so it is checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) && !isCallable(literal, isLoopbackHost(ownHost()))) {
    return "The address is not public.";
  }
  if (url.protocol === "https:") return null;
  const local = isLoopbackHost(url.hostname) && isLoopbackHost(ownHost());
  return url.protocol === "http:" && local ? null : "The address does not use https.";
}

function ownHost(): string {
  return new URL(env().baseUrl).hostname;
}

function explain(error: Error): string {
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return "No response within 10 seconds.";
  return "code" in error ? `${error.message} (${String(error.code)})` : error.message;
}
