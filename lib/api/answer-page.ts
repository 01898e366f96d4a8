import type { CallerKind, RawParameters } from "@/lib/api/caller-kinds";
import type { ServiceError } from "@/lib/core/errors";
import type { RequestHeaders } from "@/lib/core/http/api-request";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { renderPage } from "@/lib/core/pages/render-page";
import { InvalidFormError } from "@/lib/operation/parse-input";
import type { Destination, Page } from "@/lib/operation/returns";

/** Leads the browser where a form's result says. */
export function answerPage(
  page: Page,
  destination: Destination,
  raw: RawParameters,
  headers: RequestHeaders,
): Response {
  const response =
    "page" in destination
      ? renderPage(headers, 200, destination.page)
      : redirectTo(page, destination, raw);
  for (const cookie of destination.cookies ?? []) response.headers.append("set-cookie", cookie);
  return response;
}

function redirectTo(
  page: Page,
  destination: Exclude<Destination, { page: unknown }>,
  raw: RawParameters,
): Response {
  if ("to" in destination) return redirectResponse(destination.status ?? 303, destination.to);
  const shown = "notice" in destination ? page.show?.(destination.notice) : destination.back;
  return redirectResponse(303, pathOfForm(page, raw) + (shown ?? ""));
}

/** Shows an error of a form: at sign-in if the session has ended, as a notice on the form's page, or as a page. */
export function answerPageError(
  page: Page,
  error: ServiceError,
  raw: RawParameters,
  of: { headers: RequestHeaders; info: RequestInfo } & Pick<CallerKind<never>, "signInFor">,
): Response {
  const formPath = pathOfForm(page, raw);
  if (error.code === "unauthenticated" && of.signInFor) {
    return redirectResponse(303, of.signInFor(formPath));
  }
  const notice = noticeOf(page, error);
  if (notice !== null) return redirectTo(page, { notice }, raw);
  return renderPage(of.headers, error.status, (t) => ({
    ...page.failure(t, formPath),
    error,
    requestId: of.info.requestId,
  }));
}

function noticeOf(page: Page, error: ServiceError): string | null {
  if (error instanceof InvalidFormError) return page.invalid ?? null;
  return page.noticeOf?.(error) ?? null;
}

function pathOfForm({ on }: Page, raw: RawParameters): string {
  return on.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(raw[name])));
}
