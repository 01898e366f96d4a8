import { writeReceipt } from "@/lib/consent/receipts/receipt";
import { signReceipt } from "@/lib/consent/receipts/receipt-keys";
import { ServiceError } from "@/lib/core/errors";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { readCompanyId } from "@/lib/core/schemas/id-forms";
import type { Subject } from "@/lib/core/subject";
import { readSession } from "@/lib/identity/sessions/read-session";
import { requirePermission } from "@/lib/operation/access/caller";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import { findCompanyMembership } from "@/lib/tenants/companies/repository";

const PATH = /^\/(?:company|organization)\/([^/]+)\/(?:extensions|installed)\/([^/]+)\/receipt$/;

/** GET `…/receipt`: who agreed to what and when, as a JSON file that can be verified without this service. */
export function downloadReceipt(request: Request): Promise<Response> {
  return answerWithReceipt(request, async (company) => {
    const session = await readSession(request.headers);
    if (!session) throw new ServiceError("unauthenticated", "Sign in to download the receipt.");
    const companyId = readCompanyId(company);
    const membership = companyId && (await findCompanyMembership(companyId, session.userId));
    return membership ? { companyId: membership.id, organizationId: null } : null;
  });
}

/** GET `/organization/{organization_id}/installed/{client_id}/receipt`, like {@link downloadReceipt}. */
export function downloadInstalledReceipt(request: Request): Promise<Response> {
  return answerWithReceipt(request, async (organizationId) => {
    const caller = await authenticateCaller(request, organizationId);
    requirePermission(caller, "clients:read");
    return { companyId: null, organizationId };
  });
}

/** @param subjectOf who granted it, given the id in the path; null for someone else's company */
async function answerWithReceipt(
  request: Request,
  subjectOf: (id: string) => Promise<Subject | null>,
): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const [, id = "", clientId = ""] = PATH.exec(new URL(request.url).pathname) ?? [];
    const subject = await subjectOf(id);
    const receipt = subject && (await writeReceipt(subject, clientId));
    if (!receipt) throw new ServiceError("not_found", "You have no such receipt.");
    return new Response(JSON.stringify(await signReceipt(receipt), null, 2), {
      headers: {
        "content-type": "application/json",
        "content-disposition": `attachment; filename="consent-${id}-${clientId}.json"`,
        "cache-control": "no-store",
      },
    });
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}
