import { z } from "zod";
import { requestPath } from "@/lib/core/http/request-info";
import { rolePermissions } from "@/lib/core/permissions/permissions";
import { listOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { signedIn } from "@/lib/operation/access";
import { mayOnPlatform } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { value } from "@/lib/operation/returns";
import { findRequest } from "@/lib/requests/log/get-request";
import { EVERYTHING } from "@/lib/requests/log/scope";

/**
 * The path of a request in the console, for people who may read it: members of the organization that owns its client,
 * and operators. Null for everyone else, so that an id reveals nothing.
 */
export const locateRequest = operation({
  id: "locateRequest",
  access: signedIn(),
  request: { query: z.object({ request_id: z.string() }) },
  returns: value<string | null>(),
  async run({ caller, query: { request_id: requestId } }) {
    const { userId, operatorRole } = caller.session;
    for (const { id, role } of await perform(listOrganizationMemberships, { caller })) {
      if (!rolePermissions[role].includes("clients:read")) continue;
      const request = await findRequest({ ...EVERYTHING, organizationId: id }, requestId);
      if (request) return requestPath(id, requestId);
    }
    const isOperator =
      operatorRole !== null &&
      mayOnPlatform({ kind: "operator", userId, role: operatorRole }, "log:read");
    if (!isOperator) return null;
    const request = await findRequest(EVERYTHING, requestId);
    return request && requestPath(null, requestId);
  },
});
