import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { nodeHandler } from "@/lib/api/node-handler";
import { beforeHead, setDefaultHeaders } from "@/lib/api/on-response-end";
import { pageSlots } from "@/lib/api/page-slots";
import { lastBrand } from "@/lib/core/brand/current-brand";
import { databaseAnswers } from "@/lib/core/db/check-readiness";
import { isDatabaseAway } from "@/lib/core/db/database-health";
import type { Env } from "@/lib/core/env/env";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { outageError, renderManagementError } from "@/lib/core/http/render-error";
import { setRequestHeader } from "@/lib/core/http/request-headers";
import { CLIENT_ADDRESS_HEADER, readRequestInfo } from "@/lib/core/http/request-info";
import { retryAfter, retryLater } from "@/lib/core/http/responses";
import { renderPage } from "@/lib/core/pages/render-page";
import { countShedRequests } from "@/lib/core/telemetry/shed-requests";

/** Next's own handler of a request. */
export type NextHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Files of the build, and endpoints, which may wait for others; everything else that Next serves is a page. */
export const NOT_RENDERED = /^\/(_next\/static|service|api\/auth)\//;

const RETRY_SECONDS = 5;

/** Hands pages to Next in turns, with their security headers, and answers 503 while the database is down. */
export function pageHandler(environment: Env, next: NextHandler) {
  const base = new URL(environment.baseUrl);
  const https = base.protocol === "https:";
  const otherName = base.hostname === "127.0.0.1" ? `localhost:${base.port || "80"}` : undefined;
  const outage = nodeHandler(environment.baseUrl, outagePage);
  const busy = nodeHandler(environment.baseUrl, busyPage);
  const takeTurn = pageSlots();
  const render = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const serve = () => next(request, response);
    const reject = () => {
      countShedRequests("pages");
      void busy(request, response, {});
    };
    const address = String(request.headers[CLIENT_ADDRESS_HEADER]);
    if (NOT_RENDERED.test(path)) serve();
    else takeTurn(response, { address, render: serve, reject });
  };
  const answerIfPossible = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ) => {
    if (await databaseAnswers()) render(request, response, path);
    else await outage(request, response, {});
  };
  return (request: IncomingMessage, response: ServerResponse, path: string): void => {
    if (!path.startsWith("/_next/static/")) {
      const headers = pageSecurityHeaders({ path, https, development: environment.development });
      setDefaultHeaders(response, headers);
      const policy = headers["content-security-policy"];
      if (policy) setRequestHeader(request, "content-security-policy", policy);
    }
    if (request.method === "GET" && otherName !== undefined && request.headers.host === otherName) {
      // Use one origin: cookies and the SDKs' check of the cluster URL treat the two names as different. Concatenated
      // rather than resolved, because "//evil.example" is a path here but would become a host.
      response.writeHead(307, { location: environment.baseUrl + request.url }).end();
      return;
    }
    if (WITHOUT_DATABASE.test(path)) {
      render(request, response, path);
      return;
    }
    unavailableInsteadOfFailed(response);
    void answerIfPossible(request, response, path);
  };
}

/** Expected when the database goes away while a page renders. */
function unavailableInsteadOfFailed(response: ServerResponse): void {
  beforeHead(response, (status) => {
    if (status !== 500 || !isDatabaseAway()) return status;
    response.setHeader("retry-after", retryAfter(RETRY_SECONDS));
    return 503;
  });
}

/** Paths that Next serves without the database, or that handle an outage better themselves. */
const WITHOUT_DATABASE = /^\/(_next|service|errors|docs|\.well-known)(\/|$)|\.[a-z0-9]+$/;

/** The response while the database is down: 503, as a page for people and JSON for programs. */
function outagePage(request: ApiRequest): Response {
  return unavailable(request, "outage", outageError("unreachable"));
}

/** The response while too many pages wait to be rendered: 503, like {@link outagePage}. */
function busyPage(request: ApiRequest): Response {
  const message = "Too many pages are being requested. Try again in a few seconds.";
  const error = new ServiceError("temporarily_unavailable", message, retryLater(RETRY_SECONDS));
  return unavailable(request, "busy", error);
}

function unavailable(
  request: ApiRequest,
  reason: "outage" | "busy",
  error: ServiceError,
): Response {
  const { requestId } = readRequestInfo(request.headers);
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderManagementError(error, requestId);
  const { pathname, search } = new URL(request.url);
  const again = request.method === "GET" ? pathname + search : "/";
  const answer = renderPage(request.headers, error.status, (t) => ({
    title: t(`${reason}.title`, { product: lastBrand().productName }),
    paragraphs: [t(`${reason}.explanation`)],
    link: { href: again, label: t("outage.tryAgain") },
    requestId,
  }));
  for (const [name, value] of Object.entries(error.headers)) answer.headers.set(name, value);
  return answer;
}

/** The facts that a page's headers depend on. */
interface PageSecurity {
  /** Path of the request, without its query. */
  readonly path: string;
  /** Whether BASE_URL is https. */
  readonly https: boolean;
  /** `next dev`, whose scripts need eval and a socket of their own. */
  readonly development: boolean;
}

/**
 * Pages whose form ends, after redirects, at an extension. Chromium applies `form-action` to each of these redirects,
 * so it must allow every possible redirect URL: https, or http on loopback.
 */
const LEADS_TO_EXTENSIONS = /^\/(?:consent|sign-in)(?:\/|$)/;
const EXTENSION_ADDRESSES = "https: http://127.0.0.1:* http://localhost:*";

/**
 * Pages whose address may contain a token or a code: links from a mail or the shell, sign-in with the address that it
 * leads to, and callbacks. Their forms need an Origin header, so these pages themselves allow `strict-origin`.
 */
const SECRET_IN_ADDRESS = /^\/(?:api\/auth|invitation|recover|sandbox|setup|sign-in)(?:\/|$)/;

/**
 * Security headers of a page, unless its handler sets them. The Content-Security-Policy has a new nonce in each
 * response. Next adds the nonce to its own scripts if it finds the policy on the request as well.
 */
export function pageSecurityHeaders(page: PageSecurity): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    "content-security-policy": contentSecurityPolicy(page, randomBytes(16).toString("base64")),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": SECRET_IN_ADDRESS.test(page.path) ? "no-referrer" : "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
  if (page.https) headers["strict-transport-security"] = "max-age=31536000";
  return headers;
}

function contentSecurityPolicy({ path, development }: PageSecurity, nonce: string): string {
  const evaluate = development ? " 'unsafe-eval'" : "";
  const leaving = LEADS_TO_EXTENSIONS.test(path) ? ` ${EXTENSION_ADDRESSES}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action 'self'${leaving}`,
    "object-src 'none'",
  ].join("; ");
}
