import type { ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { errorUri, renderOAuthError } from "@/lib/core/http/render-error";
import type { PageWords } from "@/lib/core/pages/page-words";
import { renderPage } from "@/lib/core/pages/render-page";
import type { AuthorizeContext } from "@/lib/protocol/authorize/authorize-context";
import { isInstallBlock } from "@/lib/protocol/authorize/find-install-error";
import {
  type DeniedRequest,
  nameDeniedRequest,
  UNVERIFIED,
} from "@/lib/protocol/authorize/name-denied-request";

/**
 * An error that must not be redirected: a page for people, JSON for programs.
 * @param context what was looked up; without it, the page names nothing
 */
export async function renderAuthorizeError(
  request: ApiRequest,
  error: ServiceError,
  requestId: string,
  context?: AuthorizeContext,
): Promise<Response> {
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (!wantsPage) return renderOAuthError(error, requestId);
  const denied = context ? await nameDeniedRequest(context) : UNVERIFIED;
  const { check, suspensionReason } = error.diagnosis;
  return renderPage(request.headers, error.status, (t) => {
    const shared = {
      link: { href: denied.back.href, label: t(`authorizeDenied.back.${denied.back.label}`) },
      requestId,
    };
    if (check && isInstallBlock(check)) {
      return {
        title: t(`blocked.${check}.title`),
        paragraphs: [
          ...sentencesAbout(denied, t),
          t(`blocked.${check}.what`),
          ...(suspensionReason ? [t("blocked.reason", { reason: suspensionReason })] : []),
          t(`blocked.${check}.next`),
        ],
        ...shared,
      };
    }
    return {
      title: t("authorizeDenied.title"),
      error,
      paragraphs: [...sentencesAbout(denied, t), t("authorizeDenied.next")],
      details: {
        href: errorUri(error.code, requestId),
        label: t("authorizeDenied.code", { code: error.code }),
      },
      ...shared,
    };
  });
}

function sentencesAbout({ clientName, subjectName }: DeniedRequest, t: PageWords["t"]): string[] {
  if (clientName && subjectName)
    return [t("authorizeDenied.aboutBoth", { client: clientName, subject: subjectName })];
  if (clientName) return [t("authorizeDenied.aboutClient", { client: clientName })];
  return subjectName ? [t("authorizeDenied.aboutSubject", { subject: subjectName })] : [];
}
