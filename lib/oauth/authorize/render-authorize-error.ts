import type { ServiceError } from "@/lib/kernel/errors";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import { errorUri, renderOAuthError } from "@/lib/kernel/http/render-error";
import { isInstallBlock } from "@/lib/oauth/authorize/find-install-error";
import { renderPage } from "@/lib/pages/render-page";

/** An error that must not be redirected: a page for people, JSON for programs. */
export function renderAuthorizeError(
  request: ApiRequest,
  error: ServiceError,
  requestId: string,
): Response {
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderOAuthError(error, requestId);
  const { check, suspensionReason } = error.diagnosis;
  if (check && isInstallBlock(check)) {
    return renderPage(request.headers, error.status, (t) => ({
      title: t(`blocked.${check}.title`),
      paragraphs: [
        t(`blocked.${check}.what`),
        ...(suspensionReason ? [t("blocked.reason", { reason: suspensionReason })] : []),
        t(`blocked.${check}.next`),
      ],
      requestId,
    }));
  }
  return renderPage(request.headers, error.status, (t) => ({
    title: t("authorizeDenied.title"),
    error,
    paragraphs: [t("authorizeDenied.next")],
    link: {
      href: errorUri(error.code, requestId),
      label: t("authorizeDenied.code", { code: error.code }),
    },
    requestId,
  }));
}
