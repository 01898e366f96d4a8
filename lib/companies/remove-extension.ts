import { readSession } from "@/lib/auth/read-session";
import { findCompanyMembership } from "@/lib/companies/repository";
import { ServiceError } from "@/lib/errors";
import { toServiceError } from "@/lib/http/render-error";
import { renderPage } from "@/lib/http/render-page";
import { readRequestInfo } from "@/lib/http/request-info";
import { redirectResponse } from "@/lib/http/responses";
import { requireSameOrigin } from "@/lib/http/same-origin";
import { mayConsent } from "@/lib/oauth/consent/may-consent";
import { removeGrant } from "@/lib/oauth/grants/remove-grant";

const PATH = /^\/company\/([1-9]\d{0,8})\/extensions\/([0-9a-f]{24})\/remove$/;

/**
 * POST `/company/{company_id}/extensions/{client_id}/remove`: the seller takes back what was granted.
 * The extension's next call is refused, and its uninstall address is called.
 */
export async function removeExtension(request: Request): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    requireSameOrigin(request);
    const [, company = "", clientId = ""] = PATH.exec(new URL(request.url).pathname) ?? [];
    const companyId = Number(company);
    const session = await readSession(request.headers);
    const back = `/company/${companyId}/extensions/${clientId}`;
    if (!session) return redirectResponse(303, `/sign-in?return_to=${encodeURIComponent(back)}`);
    const { userId } = session;
    const membership = company ? await findCompanyMembership(companyId, userId) : null;
    if (!membership) throw new ServiceError("not_found", "There is no such company among yours.");
    if (!mayConsent(membership.role)) {
      throw new ServiceError(
        "access_denied",
        "Only an owner or admin of the company can remove it.",
      );
    }
    await removeGrant({ companyId, clientId, userId });
    return redirectResponse(303, `${back}?removed=1`);
  } catch (thrown) {
    const error = toServiceError(thrown, requestId);
    return renderPage(error.status, {
      title: "The extension was not removed",
      paragraphs: [error.message],
      link: { href: "/", label: "Go to your extensions" },
      requestId,
    });
  }
}
