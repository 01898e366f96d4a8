import { lookup } from "node:dns";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { parseUrl } from "@/lib/core/addresses/parse-url.mjs";
import { env } from "@/lib/core/env/env";
import { addressSet } from "@/lib/core/http/ip-address";

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
 * Calls an address chosen by a third party. All outgoing calls go through here: only https, or http to loopback while
 * this installation is on loopback itself, and never to an internal address. It checks the address of the actual
 * connection, since a name may resolve differently the next time. Does not follow redirects or read the body.
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
    // Without an event of its own, such as after 101.
    call.on("close", () =>
      resolve({ status: null, error: "The connection was closed without a response." }),
    );
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

const inner = addressSet([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3"],
  // Exceptions within 2000::/3: protocol assignments with Teredo, documentation, and 6to4, which wraps IPv4.
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]);

// All public IPv6 addresses today; the rest are local, mapped, translated or unassigned.
const globalIpv6 = addressSet(["2000::/3"]);

const loopback = addressSet(["127.0.0.0/8", "::1"]);

/** Whether a URL's host is this machine, by name or address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || (isIP(host) > 0 && loopback.has(host));
}

/** Whether outgoing calls to an address are allowed. @param allowLoopback if this installation is on loopback */
export function isCallable(address: string, allowLoopback: boolean): boolean {
  const family = isIP(address);
  // Only link-local addresses have a zone (`fe80::1%eth0`).
  if (family === 0 || address.includes("%")) return false;
  if (loopback.has(address)) return allowLoopback;
  if (family === 6 && !globalIpv6.has(address)) return false;
  return !inner.has(address);
}

/** A DNS lookup for outgoing calls that returns only allowed addresses. */
export function guardedLookup(baseUrl: string): LookupFunction {
  const allowLoopback = isLoopbackHost(new URL(baseUrl).hostname);
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const callable = addresses.filter(({ address }) => isCallable(address, allowLoopback));
      const [first] = callable;
      if (!first) {
        return callback(new Error(`${hostname} resolves to an address that is not public.`), "", 0);
      }
      return options.all ? callback(null, callable) : callback(null, first.address, first.family);
    });
  };
}
