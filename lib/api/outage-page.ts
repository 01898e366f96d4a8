import { lastBrand } from "@/lib/core/brand/current-brand";
import { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { outageError, renderManagementError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { retryAfter } from "@/lib/core/http/retry-after";
import { renderPage } from "@/lib/core/pages/render-page";

/** Paths that Next serves without the database, or that handle an outage better themselves. */
const WITHOUT_DATABASE = /^\/(_next|service|errors|docs|\.well-known)(\/|$)|\.[a-z0-9]+$/;

/** Whether a request for Next must fail while the database is down. */
export function needsDatabase(path: string): boolean {
  return !WITHOUT_DATABASE.test(path);
}

/** The response while the database is down: 503, as a page for people and JSON for programs. */
export function outagePage(request: ApiRequest): Response {
  return unavailable(request, "outage", outageError("unreachable"));
}

/** The response while too many pages wait to be rendered: 503, like {@link outagePage}. */
export function busyPage(request: ApiRequest): Response {
  const message = "Too many pages are being requested. Try again in a few seconds.";
  const headers = { "retry-after": retryAfter(5) };
  const error = new ServiceError("temporarily_unavailable", message, { headers });
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
