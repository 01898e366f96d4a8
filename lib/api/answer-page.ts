import type { RawParameters } from "@/lib/api/caller-kinds";
import type { ServiceError } from "@/lib/kernel/errors";
import type { RequestHeaders } from "@/lib/kernel/http/api-request";
import { redirectResponse } from "@/lib/kernel/http/responses";
import { InvalidFormError } from "@/lib/operation/invalid-form-error";
import type { Destination, Page } from "@/lib/operation/returns";
import { renderPage } from "@/lib/pages/render-page";

/** Where the result of a form leads its browser. */
export function answerPage(
  page: Page,
  destination: Destination,
  raw: RawParameters,
  headers: RequestHeaders,
): Response {
  const response = leadTo(page, destination, raw, headers);
  for (const cookie of destination.cookies ?? []) response.headers.append("set-cookie", cookie);
  return response;
}

function leadTo(
  page: Page,
  destination: Destination,
  raw: RawParameters,
  headers: RequestHeaders,
): Response {
  if ("notice" in destination) return answerNotice(page, destination.notice, raw);
  if ("page" in destination) return renderPage(headers, 200, destination.page);
  if ("to" in destination) return redirectResponse(destination.status ?? 303, destination.to);
  return redirectResponse(303, pathOfForm(page, raw) + destination.back);
}

/** Shows an error of a form: as a notice on the form's page, or as a page. */
export function answerPageError(
  page: Page,
  error: ServiceError,
  raw: RawParameters,
  { headers, requestId }: { headers: RequestHeaders; requestId: string },
): Response {
  const notice = noticeOf(page, error);
  if (notice !== null) return answerNotice(page, notice, raw);
  return renderPage(headers, error.status, (t) => ({
    ...page.failure(t, pathOfForm(page, raw)),
    error,
    requestId,
  }));
}

/** The path of the page that has a form. */
export function pathOfForm({ on }: Page, raw: RawParameters): string {
  return on.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(raw[name])));
}

function noticeOf(page: Page, error: ServiceError): string | null {
  if (error instanceof InvalidFormError) return page.invalid ?? null;
  return page.noticeOf?.(error) ?? null;
}

function answerNotice(page: Page, notice: string, raw: RawParameters): Response {
  return redirectResponse(303, pathOfForm(page, raw) + (page.show?.(notice) ?? ""));
}
