import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from "node:http";
import { openApiEndpoint } from "@/lib/api/describe-api";
import { nodeHandler, write } from "@/lib/api/node-handler";
import { onResponseEnd, setDefaultHeaders } from "@/lib/api/on-response-end";
import { type NextHandler, NOT_RENDERED, pageHandler } from "@/lib/api/page-handler";
import { ALLOWED_METHODS, checkTarget, isServerWideOptions } from "@/lib/api/request-target";
import { methodRouter, type RoutedEndpoint } from "@/lib/api/router";
import { isId, newId } from "@/lib/core/crypto/ids";
import type { Env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import { decodePercent } from "@/lib/core/http/decode-percent";
import { clientAddressReader, proxyTrust } from "@/lib/core/http/ip-address";
import { beginLogFacts, endLogFacts } from "@/lib/core/http/log-facts";
import { renderErrorAt } from "@/lib/core/http/render-error";
import { removeRequestHeader, setRequestHeader } from "@/lib/core/http/request-headers";
import { CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { retryLater } from "@/lib/core/http/responses";
import { isSurplus } from "@/lib/core/http/server-state";
import {
  parseTraceContext,
  TRACEPARENT_HEADER,
  TRACESTATE_HEADER,
} from "@/lib/core/http/trace-context";
import { isRequestId } from "@/lib/core/schemas/id-forms";
import { log } from "@/lib/core/telemetry/log";
import { counter, durations } from "@/lib/core/telemetry/metrics";
import { countShedRequests } from "@/lib/core/telemetry/shed-requests";
import { takeAppendedRequest } from "@/lib/gate/check/original-request";

/** Marks a Next server action. There are none here, and Next would write the caller's value to its log. */
const ACTION_HEADER = "next-action";

const RETRY_SECONDS = 5;

/** Says whether the process is alive and how it is doing, however many connections there are. */
const PROBES = new Set(["/healthz", "/readyz", "/metrics"]);

const UNDECODABLE = "The path is not percent-encoded UTF-8.";
const HAS_NUL = "The address contains %00. Remove it.";

/** The platform's paths: endpoints, and errors in their form. */
const API_PATH = /^\/service(\/|$)/;

/**
 * Handles every request to the server: the endpoint table serves its own paths and Next the rest. Each request gets an
 * id and the caller's address as headers, and one line in the log.
 * @param endpoints Served without Next, unless FAST_LANE is 0; their responses have the same headers either way.
 * @param next Next's own handler.
 */
export function requestListener(
  environment: Env,
  endpoints: readonly RoutedEndpoint[],
  next: NextHandler,
): RequestListener {
  const findHandler = methodRouter(endpoints, (handler, operation) => ({
    operation,
    answer: nodeHandler(environment.baseUrl, handler),
  }));
  const findDocument = methodRouter([openApiEndpoint], (handler) =>
    nodeHandler(environment.baseUrl, handler),
  );
  const page = pageHandler(environment, next);
  const readClientAddress = clientAddressReader(proxyTrust(environment));
  return (request, response) => {
    const problem = checkTarget(request);
    takeAppendedRequest(request);
    const path = pathOf(request);
    const requestId = requestIdOf(request);
    setRequestHeader(request, REQUEST_ID_HEADER, requestId);
    setRequestHeader(request, CLIENT_ADDRESS_HEADER, readClientAddress(request));
    const traceId = takeTraceContext(request);
    const headers: OutgoingHttpHeaders = {
      [REQUEST_ID_HEADER]: requestId,
      "x-content-type-options": "nosniff",
    };
    // Node stops reading from a connection after an upgrade request.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const endpoint = problem ? undefined : findHandler(path, request.method ?? "");
    const document = findDocument(path, request.method ?? "");
    const unreadable = endpoint ? null : problemOfAddress(path, request.url);
    reportWhenDone(request, response, { path, traceId, operation: endpoint?.operation }, headers);
    if (problem) reject(environment, response, path, problem, headers);
    else if (isSurplus(request.socket) && !PROBES.has(path))
      reject(environment, response, path, tooManyConnections(), headers);
    else if (isServerWideOptions(request))
      response.writeHead(204, { ...headers, allow: ALLOWED_METHODS }).end();
    else if (endpoint && environment.fastLane) void endpoint.answer(request, response, headers);
    else if (document) void document(request, response, headers);
    else if (unreadable) reject(environment, response, path, unreadable, headers);
    else {
      removeRequestHeader(request, ACTION_HEADER);
      setDefaultHeaders(response, headers);
      if (endpoint || API_PATH.test(path)) next(request, response);
      else page(request, response, path);
    }
  };
}

function tooManyConnections(): ServiceError {
  countShedRequests("connections");
  const message = "This server has too many connections. Try again in a few seconds.";
  return new ServiceError("temporarily_unavailable", message, retryLater(RETRY_SECONDS));
}

function reject(
  { baseUrl }: Env,
  response: ServerResponse,
  path: string,
  problem: ServiceError,
  headers: OutgoingHttpHeaders,
): void {
  const url = baseUrl + (path.startsWith("/") ? path : "/");
  response.shouldKeepAlive = false;
  write(renderErrorAt({ url }, problem, String(headers[REQUEST_ID_HEADER])), response, headers);
}

/** Why no page can read an address, to which Next would answer 500; null if one can. Next decodes any query. */
function problemOfAddress(path: string, url: string | undefined): ServiceError | null {
  if (url?.includes("%00")) return new ServiceError("invalid_request", HAS_NUL);
  return decodePercent(path) === null ? new ServiceError("invalid_request", UNDECODABLE) : null;
}

/** An invalid target may be a URL with a password, which must stay out of the log. */
function pathOf({ url = "/" }: IncomingMessage): string {
  if (!url.startsWith("/")) return "(no path)";
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** A caller's id never has the form of ours: with chosen ids, a client could hide calls from the API log. */
function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers[REQUEST_ID_HEADER];
  return typeof sent === "string" && isRequestId(sent) && !isId(sent) ? sent : newId();
}

/** Passes a valid trace on to the handler, and removes any other. @returns its id */
function takeTraceContext(request: IncomingMessage): string | undefined {
  const { [TRACEPARENT_HEADER]: traceparent, [TRACESTATE_HEADER]: tracestate } = request.headers;
  if (traceparent === undefined && tracestate === undefined) return undefined;
  const context = parseTraceContext(String(traceparent), tracestate && String(tracestate));
  removeRequestHeader(request, TRACEPARENT_HEADER);
  removeRequestHeader(request, TRACESTATE_HEADER);
  if (!context) return undefined;
  setRequestHeader(request, TRACEPARENT_HEADER, context.traceparent);
  if (context.tracestate !== null) setRequestHeader(request, TRACESTATE_HEADER, context.tracestate);
  return context.traceId;
}

const requestDurations = durations({
  name: "latchkey_http_request_duration_seconds",
  help: "Time from the headers of a request to the end of its response.",
  labels: ["operation", "status_class"],
});

const errors = counter({
  name: "latchkey_errors_total",
  help: "Requests answered with an error, by its code.",
  labels: ["operation", "error"],
});

const STATUS_CLASSES = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];

/** The label of requests that no operation answers. */
function kindOf(path: string): string {
  if (path.startsWith("/_next/static/")) return "static";
  return NOT_RENDERED.test(path) ? "none" : "page";
}

/** Measures and logs a request. The query stays out of the log: it carries state at authorize and codes at callbacks. */
function reportWhenDone(
  request: IncomingMessage,
  response: ServerResponse,
  { path, traceId, operation }: { path: string; traceId?: string; operation?: string },
  headers: OutgoingHttpHeaders,
): void {
  const begin = performance.now();
  const { method } = request;
  const requestId = String(headers[REQUEST_ID_HEADER]);
  const facts = beginLogFacts(requestId);
  onResponseEnd(response, () => {
    endLogFacts(requestId);
    const ms = performance.now() - begin;
    const status = response.writableFinished ? response.statusCode : 499;
    const name = facts.operation ?? operation ?? kindOf(path);
    const { error } = facts;
    const statusClass = STATUS_CLASSES[Math.floor(status / 100)];
    requestDurations().observe({ operation: name, status_class: statusClass }, ms / 1_000);
    if (error !== undefined) errors().inc({ operation: name, error });
    if (!log().isLevelEnabled("info")) return;
    log().info(
      {
        method,
        path,
        status,
        ms: Math.round(ms * 10) / 10,
        operation: name,
        error,
        client_id: facts.clientId ?? undefined,
        company_id: facts.companyId ?? undefined,
        organization_id: facts.organizationId ?? undefined,
        // The API log may have given it an id of its own.
        request_id: response.getHeader(REQUEST_ID_HEADER) ?? requestId,
        trace_id: traceId,
      },
      "request",
    );
  });
}
