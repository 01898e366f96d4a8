import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { approvals, OF_CLIENT } from "@/lib/platform/approvals/approval";
import { listApprovalRows } from "@/lib/platform/approvals/repository";
import {
  type ListApprovalsQuery,
  listApprovalsQuerySchema,
  scopeApprovalListSchema,
} from "@/lib/platform/approvals/schemas";
import { directoryClients, ofClient } from "@/lib/platform/clients/directory-client";
import { findClient } from "@/lib/platform/clients/repository";
import { found, readList } from "@/lib/platform/resource";
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
    return { body: await listApprovals(null, query) };
  },
});

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
    const body = await listApprovals(params.client_id, query);
    if (body.items.length === 0) found(directoryClients, await findClient(params.client_id));
    return { body };
  },
});

function listApprovals(clientId: string | null, query: ListApprovalsQuery) {
  return readList(approvals(clientId), query, (key) => {
    const [after = "", scope = ""] = key.split(" ");
    return listApprovalRows(clientId, { clientId: after, scope }, query);
  });
}
