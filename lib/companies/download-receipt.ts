import { readSession } from "@/lib/auth/read-session";
import { findCompanyMembership } from "@/lib/companies/repository";
import { signReceipt } from "@/lib/consent/grants/sign-receipt";
import { writeReceipt } from "@/lib/consent/grants/write-receipt";
import { ServiceError } from "@/lib/kernel/errors";
import { jsonDownload } from "@/lib/kernel/http/download";
import { renderManagementError, toServiceError } from "@/lib/kernel/http/render-error";
import { readRequestInfo } from "@/lib/kernel/http/request-info";

const PATH = /^\/company\/([1-9]\d{0,8})\/extensions\/([0-9a-f]{24})\/receipt$/;

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
    const membership = company
      ? await findCompanyMembership(Number(company), session.userId)
      : null;
    const receipt =
      membership &&
      (await writeReceipt({ companyId: membership.id, organizationId: null }, clientId));
    if (!receipt) throw new ServiceError("not_found", "You have no such receipt.");
    return jsonDownload(`consent-${company}-${clientId}.json`, await signReceipt(receipt));
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
