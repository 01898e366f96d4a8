import type { IncomingMessage } from "node:http";
import { ServiceError } from "@/lib/core/errors";
import { setRequestHeader } from "@/lib/core/http/request-headers";

/** The methods of the server as a whole (RFC 9110 section 9.3.7). */
export const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** A name, IPv4 or bracketed IPv6 address, and a port (RFC 3986 section 3.2), without user-info. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;
/** Characters not allowed in a target, including the backslash, which browsers treat as a slash. */
const FORBIDDEN = /[^\x21-\x7e]|[#\\]/;

/**
 * Checks the method, the Host header and the target of a request, so that handlers see a path. A target in absolute
 * form becomes a path, and its host the Host header (RFC 9112 section 3.2.2). The caller answers `OPTIONS *`.
 * @returns the error, or null
 */
export function checkTarget(request: IncomingMessage): ServiceError | null {
  if (request.method === "TRACE") {
    const headers = { allow: ALLOWED_METHODS };
    return new ServiceError("method_not_allowed", "TRACE is not supported.", { headers });
  }
  const hosts = hostsOf(request);
  if (hosts.length > 1) return invalid("Send the Host header once.");
  if (hosts.some((host) => !HOST.test(host)))
    return invalid("The Host header is not a valid host name.");
  if (isServerWideOptions(request)) return null;
  return absoluteProblem(request) ?? pathProblem(request.url ?? "");
}

/** Whether a request is `OPTIONS *`, about the server as a whole. */
export function isServerWideOptions({ method, url }: IncomingMessage): boolean {
  return method === "OPTIONS" && url === "*";
}

function absoluteProblem(request: IncomingMessage): ServiceError | null {
  const [, host = "", rest = ""] = ABSOLUTE.exec(request.url ?? "") ?? [];
  if (host === "" && rest === "") return null;
  if (!HOST.test(host)) return invalid("The request target has no host.");
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  setRequestHeader(request, "host", host);
  return null;
}

function pathProblem(url: string): ServiceError | null {
  if (!url.startsWith("/")) return invalid("The request target must start with a slash.");
  if (!FORBIDDEN.test(url)) return null;
  return invalid("The request target contains a character that must be percent-encoded.");
}

function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host",
  );
}

function invalid(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
