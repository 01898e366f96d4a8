import { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { requireSameOrigin } from "@/lib/core/http/same-origin";
import { renderPage } from "@/lib/core/pages/render-page";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { Session } from "@/lib/identity/sessions/session";
import { type CompanyMembership, findCompanyMembership } from "@/lib/tenants/companies/repository";

const COMPANY = /^\/company\/([^/]+)\//;

/** What a seller's form works on. */
export type SellerRequest = { request: Request; session: Session; company: CompanyMembership };

/**
 * Handles a form on a seller's page: checks its origin, its sender and their membership of the company in the path, and
 * shows errors as a page.
 * @param failure message key of the error page's title
 */
export function sellerForm(
  failure: "extensionNotRemoved" | "questionNotAnswered" | "peopleNotChanged",
  run: (request: SellerRequest) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { requestId } = readRequestInfo(request.headers);
    try {
      requireSameOrigin(request);
      const session = await readSession(request.headers);
      if (!session) return redirectResponse(303, "/sign-in");
      const [, inPath = ""] = COMPANY.exec(new URL(request.url).pathname) ?? [];
      const companyId = readCompanyId(inPath);
      const company = companyId && (await findCompanyMembership(companyId, session.userId));
      if (!company) throw new ServiceError("not_found", "You are not a member of this company.");
      return await run({ request, session, company });
    } catch (thrown) {
      const error = toServiceError(thrown, requestId);
      return renderPage(request.headers, error.status, (t) => ({
        title: t(`seller.${failure}`),
        error,
        link: { href: "/", label: t("seller.goOn") },
        requestId,
      }));
    }
  };
}
