import { recordChange } from "@/lib/audit/record-change";
import { recordDeniedAccess } from "@/lib/audit/record-denied-access";
import { revokeExcessSecrets } from "@/lib/clients/secrets/excess-secrets";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { revokeOrganizationGrant } from "@/lib/consent/grants/revoke-organization-grant";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { toServiceError } from "@/lib/core/http/render-error";
import { type RequestInfo, readRequestInfo } from "@/lib/core/http/request-info";
import { redirectResponse } from "@/lib/core/http/responses";
import { renderPage } from "@/lib/core/pages/render-page";
import { signInHref } from "@/lib/identity/sessions/sign-in-return-path";
import { type Caller, may } from "@/lib/operation/access/caller";
import { lockCaller } from "@/lib/operation/access/lock-caller";
import { authenticateCaller } from "@/lib/protocol/bearer/authenticate-caller";
import { readInstalledPath } from "@/lib/tenants/organizations/installed/installed-path";
import { findInstalledScopes } from "@/lib/tenants/organizations/installed/repository";

const PERMISSION = "organization:write";

/**
 * POST `/organization/{organization_id}/installed/{client_id}/remove`: revokes what the organization granted an
 * extension. Its next call is denied, and it is notified.
 */
export async function removeInstalled(request: Request): Promise<Response> {
  const info = readRequestInfo(request.headers);
  const { organizationId, clientId } = readInstalledPath(request.url);
  const listPath = `/organization/${organizationId}/installed`;
  try {
    const caller = await authenticateCaller(request, organizationId);
    await remove(caller, clientId, info);
    return redirectResponse(303, `${listPath}?removed=${clientId}`);
  } catch (thrown) {
    const error = toServiceError(thrown, info.requestId);
    if (error.code === "unauthenticated") return redirectResponse(303, signInHref(listPath));
    return renderPage(request.headers, error.status, (t) => ({
      title: t("seller.extensionNotRemoved"),
      error,
      link: { href: "/", label: t("seller.goOn") },
      requestId: info.requestId,
    }));
  }
}

async function remove(caller: Caller, clientId: string, info: RequestInfo): Promise<void> {
  if (!may(caller, PERMISSION)) {
    const operation = "removeInstalled";
    await recordDeniedAccess(caller, info, { operation, permission: PERMISSION, clientId });
  }
  await transaction(async (tx) => {
    const current = await lockCaller(tx, caller, PERMISSION);
    const scopes = await findInstalledScopes(tx, caller.organizationId, clientId);
    if (!scopes || !(await revokeOrganizationGrant(tx, current, clientId))) {
      throw new ServiceError("not_found", "The organization has not installed this extension.");
    }
    // The page offers no choice: removing an extension means leaving it with nothing.
    const decision = { caller: current, info, revokeSecrets: true };
    await revokeExcessSecrets(tx, { actor: `client:${clientId}`, remaining: null }, decision);
    const change = {
      action: "extension.removed",
      target: `client:${clientId}`,
      before: { scopes },
    };
    await recordChange(tx, current, info, change);
  });
  wakeDeliveryWorker();
}
