import { lastBrand } from "@/lib/brand/current-brand";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import { outageError } from "@/lib/kernel/http/outage-error";
import { renderManagementError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";
import { renderPage } from "@/lib/pages/render-page";

/** Paths that Next serves without the database, or that handle an outage better themselves. */
const WITHOUT_DATABASE = /^\/(_next|service|errors|docs|\.well-known)(\/|$)|\.[a-z0-9]+$/;

/** Whether a request for Next must fail while the database is down. */
export function needsDatabase(path: string): boolean {
  return !WITHOUT_DATABASE.test(path);
}

/** The response while the database is down: 503, as a page for people and JSON for programs. */
export function outagePage(request: ApiRequest): Response {
  const { requestId } = readRequestInfo(request.headers);
  const error = outageError("unreachable");
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderManagementError(error, requestId);
  const { pathname, search } = new URL(request.url);
  const again = request.method === "GET" ? pathname + search : "/";
  const answer = renderPage(request.headers, error.status, (t) => ({
    title: t("outage.title", { product: lastBrand().productName }),
    paragraphs: [t("outage.explanation")],
    link: { href: again, label: t("outage.tryAgain") },
    requestId,
  }));
  for (const [name, value] of Object.entries(error.headers)) answer.headers.set(name, value);
  return answer;
}
