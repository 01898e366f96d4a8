import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { APPROVAL, approvals, ofApproval } from "@/lib/platform/approvals/approval";
import { findApproval } from "@/lib/platform/approvals/repository";
import { scopeApprovalSchema } from "@/lib/platform/approvals/schemas";
import { bodyOf } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * An extension's request for a restricted scope.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getScopeApproval = operation({
  id: "getScopeApproval",
  route: `GET ${APPROVAL}`,
  access: platform("extensions:read"),
  summary: "Fetch an extension's request for a restricted scope",
  description: "Returns one request, with the decision.",
  tag: TAG,
  params: ofApproval,
  returns: json(scopeApprovalSchema, "The request."),
  async run({ params: { client_id: clientId, scope } }) {
    return bodyOf(approvals(clientId), await findApproval(clientId, scope));
  },
});
