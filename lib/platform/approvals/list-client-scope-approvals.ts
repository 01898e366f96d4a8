import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { listApprovalsPage } from "@/lib/platform/approvals/list-approvals-page";
import { OF_CLIENT } from "@/lib/platform/approvals/paths";
import {
  listApprovalsQuerySchema,
  scopeApprovalListSchema,
} from "@/lib/platform/approvals/schemas";
import { noSuchClient } from "@/lib/platform/clients/no-such-client";
import { ofClient } from "@/lib/platform/clients/paths";
import { findClient } from "@/lib/platform/clients/repository";
import { TAG } from "@/lib/platform/values";

/**
 * Lists an extension's requests for restricted scopes.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request for a forged cursor
 */
export const listClientScopeApprovals = operation({
  id: "listClientScopeApprovals",
  route: `GET ${OF_CLIENT}`,
  access: platform("extensions:read"),
  summary: "List an extension's requests for restricted scopes",
  description: "Lists the requests of one extension, with the decisions.",
  tag: TAG,
  params: ofClient,
  query: listApprovalsQuerySchema,
  returns: json(scopeApprovalListSchema, "A page of requests and decisions."),
  async run({ params, query }) {
    const body = await listApprovalsPage(params.client_id, query);
    if (body.items.length === 0 && !(await findClient(params.client_id))) throw noSuchClient();
    return { body };
  },
});
