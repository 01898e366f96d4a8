import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { listApprovalsPage } from "@/lib/platform/approvals/list-approvals-page";
import {
  listApprovalsQuerySchema,
  scopeApprovalListSchema,
} from "@/lib/platform/approvals/schemas";
import { DIRECTORY, TAG } from "@/lib/platform/values";

/**
 * Lists requests of all extensions for restricted scopes.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request for a forged cursor
 */
export const listScopeApprovals = operation({
  id: "listScopeApprovals",
  route: `GET ${DIRECTORY}/scope-approvals`,
  access: platform("extensions:read"),
  summary: "List requests for restricted scopes",
  description:
    "Lists the requests of all extensions for restricted scopes, with the decisions. `status=open` lists those that wait for one.",
  tag: TAG,
  query: listApprovalsQuerySchema,
  returns: json(scopeApprovalListSchema, "A page of requests and decisions."),
  async run({ query }) {
    return { body: await listApprovalsPage(null, query) };
  },
});
