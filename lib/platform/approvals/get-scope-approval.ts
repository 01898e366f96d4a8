import { ServiceError } from "@/lib/core/errors";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { APPROVAL, ofApproval } from "@/lib/platform/approvals/paths";
import { findApproval } from "@/lib/platform/approvals/repository";
import { scopeApprovalSchema } from "@/lib/platform/approvals/schemas";
import { serializeApproval } from "@/lib/platform/approvals/serialize";
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
  async run({ params }) {
    const row = await findApproval(params.client_id, params.scope);
    if (!row) {
      throw new ServiceError(
        "not_found",
        "The extension has not requested this scope. Decide without a request with a PUT.",
      );
    }
    return { body: serializeApproval(row) };
  },
});
