import { signReceipt } from "@/lib/consent/grants/sign-receipt";
import { writeReceipt } from "@/lib/consent/grants/write-receipt";
import { ServiceError } from "@/lib/core/errors";
import { jsonDownload } from "@/lib/core/http/download";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import { readSession } from "@/lib/identity/sessions/read-session";
import { findCompanyMembership } from "@/lib/tenants/companies/repository";

const PATH = /^\/company\/([^/]+)\/extensions\/([^/]+)\/receipt$/;

/**
 * GET `/company/{company_id}/extensions/{client_id}/receipt`: who agreed to what and when, as a JSON file that can be
 * verified without this service.
 */
export async function downloadReceipt(request: Request): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const [, company = "", clientId = ""] = PATH.exec(new URL(request.url).pathname) ?? [];
    const session = await readSession(request.headers);
    if (!session) throw new ServiceError("unauthenticated", "Sign in to download the receipt.");
    const companyId = readCompanyId(company);
    const membership = companyId && (await findCompanyMembership(companyId, session.userId));
    const receipt =
      membership &&
      (await writeReceipt({ companyId: membership.id, organizationId: null }, clientId));
    if (!receipt) throw new ServiceError("not_found", "You have no such receipt.");
    return jsonDownload(`consent-${company}-${clientId}.json`, await signReceipt(receipt));
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
