import { proposalOf, proposalWithout, withProposal } from "@/lib/clients/listing/review";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { narrowGrants } from "@/lib/consent/grants/revoke-grants";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { toWire } from "@/lib/core/schemas/to-wire";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  type ListApprovalsQuery,
  listApprovalsQuerySchema,
  type ScopeApprovalResponse,
  scopeApprovalFieldsSchema,
  scopeApprovalSchema,
} from "@/lib/platform/approvals/schemas";
import { directoryClients, lockWithOrganization } from "@/lib/platform/clients/clients";
import { type DirectoryClientRow, updateClient } from "@/lib/platform/clients/repository";
import { readList, requireRow, resource } from "@/lib/platform/resource";
import { scopeNameSchema } from "@/lib/platform/scopes/schemas";
import { recordAllEverywhere } from "@/lib/platform/stored";
import { DIRECTORY, TAG } from "@/lib/platform/values";

const LIST = "scope-approvals";

/** Lists are in the order of client and scope. Neither contains a space. */
const keyOf = ({ clientId, scope }: ApprovalRow) => `${clientId} ${scope}`;

/** An extension's requests for restricted scopes. */
const approvals = resource({
  format: {
    name: "ScopeApproval",
    names: "ClientScopeApprovals",
    path: `${directoryClients.get.path}/scopes`,
    id: "scope",
    params: directoryClients.get.params.extend({
      scope: scopeNameSchema.meta({
        description: "The scope, percent-encoded: `company%2Flegal%2Fwrite`.",
        example: "company/legal/write",
      }),
    }),
    schema: scopeApprovalSchema,
    query: listApprovalsQuerySchema,
    key: "scope",
  },
  noun: "request",
  nouns: "requests and decisions",
  read: "extensions:read",
  missing: "The extension has not requested this scope. Decide without a request with a PUT.",
  serialize: serializeApproval,
  find: ({ client_id, scope }) => findApproval(client_id, scope),
  get: {
    summary: "Fetch an extension's request for a restricted scope",
    description: "Returns one request, with the decision.",
  },
  list: {
    name: LIST,
    summary: "List an extension's requests for restricted scopes",
    description: "Lists the requests of one extension, with the decisions.",
    of: directoryClients,
    keyOf,
    rows: (after, query, { client_id }) => listApprovalRows(client_id, after, query),
  },
});

export const { get: getScopeApproval, list: listClientScopeApprovals } = approvals;

export const listScopeApprovals = operation({
  id: "listScopeApprovals",
  request: { route: `GET ${DIRECTORY}/scope-approvals`, query: listApprovalsQuerySchema },
  access: platform("extensions:read"),
  summary: "List requests for restricted scopes",
  description:
    "Lists the requests of all extensions for restricted scopes, with the decisions. `status=open` lists those that wait for one.",
  tag: TAG,
  returns: approvals.list.returns,
  async run({ query }) {
    const list = { list: `${LIST}:`, first: "", keyOf, serialize: serializeApproval };
    return { body: await readList(list, query, (after) => listApprovalRows(null, after, query)) };
  },
});

/**
 * A denial takes the scope away from the tokens at once, because a token never has more than its client. Secrets that the
 * extension could see only with this scope are revoked.
 */
export const putScopeApproval = operation({
  id: "putScopeApproval",
  request: {
    route: `PUT ${approvals.get.path}`,
    params: approvals.get.params,
    body: scopeApprovalFieldsSchema,
  },
  access: platform("extensions:write"),
  summary: "Decide whether an extension gets a restricted scope",
  description:
    "Decides a request, changes a decision, or decides without a request. After an approval, the publisher adds the scope to the extension.",
  tag: TAG,
  returns: json(scopeApprovalSchema, "The decision, updated or unchanged.", {
    created: "A decision without a request.",
  }),
  ignoresReadOnlyFields: true,
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
      const row = await tx.scopeApproval.upsert({
        where: { clientId_scope: { clientId, scope } },
        create: { clientId, scope, requestedBy: actor, ...decision },
        update: decision,
        select: COLUMNS,
      });
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

function serializeApproval({ client, ...row }: ApprovalRow): ScopeApprovalResponse {
  return {
    ...toWire(row, scopeApprovalSchema),
    client_name: client.name,
    organization_id: client.organization.id,
    organization_name: client.organization.name,
    status: statusOf(row.approved),
  };
}

function statusOf(approved: boolean | null): ScopeApprovalResponse["status"] {
  if (approved === null) return "open";
  return approved ? "approved" : "rejected";
}

const COLUMNS = {
  clientId: true,
  scope: true,
  requestedBy: true,
  requestedAt: true,
  approved: true,
  decidedBy: true,
  decidedAt: true,
  reason: true,
  client: {
    select: { name: true, organization: { select: { id: true, name: true } } },
  },
} as const;

type ApprovalRow = NonNullable<Awaited<ReturnType<typeof findApproval>>>;

function findApproval(clientId: string, scope: string, database: Database = db()) {
  return database.scopeApproval.findFirst({
    where: { clientId, scope, client: { deletedAt: null } },
    select: COLUMNS,
  });
}

const APPROVED = { open: null, approved: true, rejected: false } as const;

/** Requests of an extension, or of all, after a key; one more than the limit if there are that many. */
function listApprovalRows(
  clientId: string | null,
  after: string,
  { limit, status }: ListApprovalsQuery,
): Promise<ApprovalRow[]> {
  const [afterClient = "", afterScope = ""] = after.split(" ");
  return db().scopeApproval.findMany({
    where: {
      ...(clientId !== null && { clientId }),
      ...(status && { approved: APPROVED[status] }),
      client: { deletedAt: null },
      OR: [{ clientId: { gt: afterClient } }, { clientId: afterClient, scope: { gt: afterScope } }],
    },
    select: COLUMNS,
    orderBy: [{ clientId: "asc" }, { scope: "asc" }],
    take: limit + 1,
  });
}
