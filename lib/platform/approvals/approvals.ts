import { proposalOf, proposalWithout, withProposal } from "@/lib/clients/listing/review";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { narrowGrants } from "@/lib/consent/grants/revoke-grants";
import { type Database, transaction } from "@/lib/core/db/client";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type ApprovalRow,
  findApproval,
  listApprovalRows,
  putDecision,
} from "@/lib/platform/approvals/repository";
import {
  type ListApprovalsQuery,
  listApprovalsQuerySchema,
  type ScopeApprovalResponse,
  scopeApprovalFieldsSchema,
  scopeApprovalListSchema,
  scopeApprovalSchema,
} from "@/lib/platform/approvals/schemas";
import { lockWithOrganization } from "@/lib/platform/clients/client-decisions";
import { directoryClients } from "@/lib/platform/clients/clients";
import { type DirectoryClientRow, updateClient } from "@/lib/platform/clients/repository";
import { readList, requireRow } from "@/lib/platform/resource";
import { scopeNameSchema } from "@/lib/platform/scopes/schemas";
import { recordAllEverywhere } from "@/lib/platform/stored";
import { DIRECTORY, TAG } from "@/lib/platform/values";

const OF_CLIENT = `${directoryClients.get.path}/scopes` as const;
const APPROVAL = `${OF_CLIENT}/{scope}` as const;

const ofApproval = directoryClients.get.params.extend({
  scope: scopeNameSchema.meta({
    description: "The scope, percent-encoded: `company%2Flegal%2Fwrite`.",
    example: "company/legal/write",
  }),
});

/** Requests for restricted scopes, in the order of client and scope. Neither contains a space. */
const approvals = {
  keyOf: (row: ApprovalRow) => `${row.clientId} ${row.scope}`,
  first: "",
  missing: "The extension has not requested this scope. Decide without a request with a PUT.",
  serialize: serializeApproval,
};

export const getScopeApproval = operation({
  id: "getScopeApproval",
  request: { route: `GET ${APPROVAL}`, params: ofApproval },
  access: platform("extensions:read"),
  summary: "Fetch an extension's request for a restricted scope",
  description: "Returns one request, with the decision.",
  tag: TAG,
  returns: json(scopeApprovalSchema, "The request."),
  async run({ params: { client_id: clientId, scope } }) {
    const row = requireRow(approvals, await findApproval(clientId, scope));
    return { body: serializeApproval(row) };
  },
});

export const listScopeApprovals = operation({
  id: "listScopeApprovals",
  request: { route: `GET ${DIRECTORY}/scope-approvals`, query: listApprovalsQuerySchema },
  access: platform("extensions:read"),
  summary: "List requests for restricted scopes",
  description:
    "Lists the requests of all extensions for restricted scopes, with the decisions. `status=open` lists those that wait for one.",
  tag: TAG,
  returns: json(scopeApprovalListSchema, "A page of requests and decisions."),
  async run({ query }) {
    return { body: await listApprovals(null, query) };
  },
});

export const listClientScopeApprovals = operation({
  id: "listClientScopeApprovals",
  request: {
    route: `GET ${OF_CLIENT}`,
    params: directoryClients.get.params,
    query: listApprovalsQuerySchema,
  },
  access: platform("extensions:read"),
  summary: "List an extension's requests for restricted scopes",
  description: "Lists the requests of one extension, with the decisions.",
  tag: TAG,
  returns: json(scopeApprovalListSchema, "A page of requests and decisions."),
  async run({ params, query }) {
    const body = await listApprovals(params.client_id, query);
    if (body.items.length === 0) requireRow(directoryClients, await directoryClients.find(params));
    return { body };
  },
});

/** @param clientId whose; null for those of all extensions */
function listApprovals(clientId: string | null, query: ListApprovalsQuery) {
  return readList({ ...approvals, list: `scope-approvals:${clientId ?? ""}` }, query, (key) => {
    const [after = "", scope = ""] = key.split(" ");
    return listApprovalRows(clientId, { clientId: after, scope }, query);
  });
}

/**
 * Decides whether an extension may have a restricted scope. A denial takes the scope away from an extension that has it;
 * its tokens lose it at once, because a token never has more than its client. Secrets that the extension could see only
 * with this scope are revoked.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const putScopeApproval = operation({
  id: "putScopeApproval",
  request: { route: `PUT ${APPROVAL}`, params: ofApproval, body: scopeApprovalFieldsSchema },
  access: platform("extensions:write"),
  summary: "Decide whether an extension gets a restricted scope",
  description:
    "Decides a request, changes a decision, or decides without a request. After an approval, the publisher adds the scope to the extension.",
  tag: TAG,
  returns: json(scopeApprovalSchema, "The decision, updated or unchanged.", {
    created: "A decision without a request.",
  }),
  async run({ params, body: { approved, reason }, caller, info }) {
    const { client_id: clientId, scope } = params;
    return transaction(async (tx) => {
      const client = await lockWithOrganization(tx, clientId);
      const before = await findApproval(clientId, scope, tx);
      if (approved === null) {
        const request = requireRow(approvals, before);
        if (request.approved === null) return { body: serializeApproval(request) };
        const message = "must be true or false, because the request is decided";
        throw invalidFields([{ path: "approved", message }]);
      }
      const isRepeated =
        before?.approved === approved && (reason ?? before.reason) === before.reason;
      if (isRepeated) return { body: serializeApproval(before) };
      const actor = platformActor(caller);
      const by = { decidedBy: actor, decidedAt: new Date() };
      const decision = { approved, reason: reason ?? null, ...by };
      const row = await putDecision(tx, { clientId, scope }, decision);
      if (!approved) await takeScope(tx, client, scope, { actor, info });
      const entry = {
        organizationId: client.organizationId,
        action: approved ? "scope.approved" : "scope.denied",
        target: `client:${clientId}`,
        before: { scope, approved: before?.approved ?? null },
        after: { scope, approved, ...(reason && { reason }) },
      };
      await recordAllEverywhere(tx, { actor, info }, [entry]);
      return { isNew: before === null, body: serializeApproval(row) };
    });
  },
});

async function takeScope(
  tx: Database,
  client: DirectoryClientRow,
  scope: string,
  { actor, info }: { actor: string; info: RequestInfo },
): Promise<void> {
  const { clientId, organizationId } = client;
  if (![...client.scopes, ...(proposalOf(client).scopes ?? [])].includes(scope)) return;
  const scopes = client.scopes.filter((own) => own !== scope);
  const proposed = proposalWithout(scope, client, scopes);
  await updateClient(tx, clientId, {
    scopes,
    rawPermissions: scopes,
    ...withProposal(client, proposed, new Date()),
  });
  await narrowGrants(tx, clientId);
  const caller = { kind: "platform", organizationId, actor } as const;
  const holder = { actor: `client:${clientId}`, remaining: { scopes } };
  await revokeSecretsBeyondAccess(tx, holder, { caller, info, revokeSecrets: true });
}

function serializeApproval(row: ApprovalRow): ScopeApprovalResponse {
  const { client } = row;
  return {
    client_id: row.clientId,
    client_name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    scope: row.scope,
    status: statusOf(row.approved),
    approved: row.approved,
    requested_by: row.requestedBy,
    requested_at: row.requestedAt.toISOString(),
    decided_by: row.decidedBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}

function statusOf(approved: boolean | null): ScopeApprovalResponse["status"] {
  if (approved === null) return "open";
  return approved ? "approved" : "rejected";
}
