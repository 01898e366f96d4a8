import { openConsent } from "@/lib/consent/open-consent";
import { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { renderPage } from "@/lib/core/pages/render-page";
import { authenticateSession } from "@/lib/identity/sessions/read-session";
import { upsertQuestion } from "@/lib/tenants/companies/questions/repository";

/**
 * POST `/consent/{request_id}/ask`: staff, who may not decide, forward the request to their company's owners and
 * admins.
 */
export async function askAnAdmin(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  try {
    const { session } = await authenticateSession(request);
    const requestId = new URL(request.url).pathname.split("/")[2] ?? "";
    const view = await openConsent(requestId, session);
    if (view.kind !== "ask_an_admin" || view.companyId === null) {
      throw new ServiceError("conflict", "This request has ended. Start again from the extension.");
    }
    await upsertQuestion({
      clientId: view.clientId,
      companyId: view.companyId,
      askedBy: session.userId,
      scopes: [...view.changes.added, ...view.changes.kept].sort(),
    });
    return redirectResponse(303, `/consent/${requestId}?asked=1`);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    return renderPage(request.headers, error.status, (t) => ({
      title: t("seller.nobodyAsked"),
      error,
      link: { href: "/", label: t("seller.goOn") },
      requestId: info.requestId,
    }));
  }
}
