import { signReceipt } from "@/lib/consent/grants/sign-receipt";
import { writeReceipt } from "@/lib/consent/grants/write-receipt";
import { ServiceError } from "@/lib/core/errors";
import { jsonDownload } from "@/lib/core/http/download";
import { renderManagementError, toServiceError } from "@/lib/core/http/render-error";
import { readRequestInfo } from "@/lib/core/http/request-info";
import { requirePermission } from "@/lib/operation/access/caller";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";

/**
 * GET `/organization/{organization_id}/installed/{client_id}/receipt`: who agreed to what and when, as a JSON file that
 * can be verified without this service.
 */
export async function downloadInstalledReceipt(request: Request): Promise<Response> {
  const { requestId } = readRequestInfo(request.headers);
  try {
    const { organizationId, clientId } = readInstalledPath(request.url);
    const caller = await authenticateCaller(request, organizationId);
    requirePermission(caller, "clients:read");
    const receipt = await writeReceipt({ companyId: null, organizationId }, clientId);
    if (!receipt) throw new ServiceError("not_found", "You have no such receipt.");
    return jsonDownload(`consent-${organizationId}-${clientId}.json`, await signReceipt(receipt));
  } catch (thrown) {
    return renderManagementError(toServiceError(thrown, requestId), requestId);
  }
}

const PATH = /^\/organization\/([^/]+)\/installed\/([^/]+)\//;

/** The organization and the extension in a path below `…/installed/{client_id}/`. */
function readInstalledPath(url: string): { organizationId: string; clientId: string } {
  const [, organizationId = "", clientId = ""] = PATH.exec(new URL(url).pathname) ?? [];
  return { organizationId, clientId };
}
