import type { ServiceError } from "@/lib/errors";
import { errorUri, renderOAuthError } from "@/lib/http/render-error";
import { renderPage } from "@/lib/http/render-page";

/** A refusal that must not be redirected: a page for people, JSON for programs. */
export function renderAuthorizeError(
  request: Request,
  error: ServiceError,
  requestId: string,
): Response {
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderOAuthError(error, requestId);
  return renderPage(error.status, {
    title: "This link cannot be used",
    paragraphs: [
      error.message,
      "Nothing was shared. Go back to the extension and start again; if it stays, send its developer the request id below.",
    ],
    link: { href: errorUri(error.code), label: `What ${error.code} means` },
    requestId,
  });
}
