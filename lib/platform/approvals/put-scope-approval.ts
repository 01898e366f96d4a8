import { proposalOf, proposalWithout, withProposal } from "@/lib/clients/listing/review";
import { revokeExcessSecrets } from "@/lib/clients/secrets/excess-secrets";
import { narrowGrants } from "@/lib/consent/grants/narrow-grants";
import { type Database, transaction } from "@/lib/core/db/client";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { RequestInfo } from "@/lib/core/http/request-info";
import { platform } from "@/lib/operation/access";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  APPROVAL,
  approvals,
  ofApproval,
  serializeApproval,
} from "@/lib/platform/approvals/approval";
import { type ApprovalRow, findApproval, putDecision } from "@/lib/platform/approvals/repository";
import {
  type ScopeApprovalResponse,
  scopeApprovalFieldsSchema,
  scopeApprovalSchema,
} from "@/lib/platform/approvals/schemas";
import { lockWithOrganization } from "@/lib/platform/clients/decide-about-client";
import { type DirectoryClientRow, updateClient } from "@/lib/platform/clients/repository";
import { recordEverywhere } from "@/lib/platform/record-everywhere";
import { found } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * Decides whether an extension may have a restricted scope. A denial takes the scope away from an extension that has it;
 * its tokens lose it at once, because a token never has more than its client. Secrets that the extension could see only
 * with this scope are revoked.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const putScopeApproval = operation({
  id: "putScopeApproval",
  route: `PUT ${APPROVAL}`,
  access: platform("extensions:write"),
  summary: "Decide whether an extension gets a restricted scope",
  description:
    "Decides a request, changes a decision, or decides without a request. After an approval, the publisher adds the scope to the extension.",
  tag: TAG,
  params: ofApproval,
  body: scopeApprovalFieldsSchema,
  returns: json(scopeApprovalSchema, "The decision, updated or unchanged.", {
    created: "A decision without a request.",
  }),
  async run({ params, body: { approved, reason }, caller, info }) {
    const { client_id: clientId, scope } = params;
    return transaction(async (tx) => {
      const client = await lockWithOrganization(tx, clientId);
      const before = await findApproval(clientId, scope, tx);
      if (approved === null) return leaveOpen(found(approvals(clientId), before));
      const isRepeated =
        before?.approved === approved && (reason ?? before.reason) === before.reason;
      if (isRepeated) return { body: serializeApproval(before) };
      const actor = platformActor(caller);
      const by = { decidedBy: actor, decidedAt: new Date() };
      const row = await putDecision(
        tx,
        { clientId, scope },
        { approved, reason: reason ?? null, ...by },
      );
      if (!approved) await takeScope(tx, client, scope, { actor, info });
      await recordEverywhere(
        tx,
        { caller, info, organizationId: client.organizationId },
        {
          action: approved ? "scope.approved" : "scope.denied",
          target: `client:${clientId}`,
          before: { scope, approved: before?.approved ?? null },
          after: { scope, approved, ...(reason && { reason }) },
        },
      );
      return { isNew: before === null, body: serializeApproval(row) };
    });
  },
});

function leaveOpen(request: ApprovalRow): { body: ScopeApprovalResponse } {
  if (request.approved === null) return { body: serializeApproval(request) };
  const message = "must be true or false, because the request is decided";
  throw invalidFields([{ path: "approved", message }]);
}

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
  await revokeExcessSecrets(tx, holder, { caller, info, revokeSecrets: true });
}
