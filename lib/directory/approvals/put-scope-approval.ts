import type { PlatformContext } from "@/lib/access/operation-context";
import { platformActor, requirePlatformPermission } from "@/lib/access/platform-caller";
import { putScopeApprovalContract } from "@/lib/directory/approvals/contract";
import { findApproval, putDecision } from "@/lib/directory/approvals/repository";
import { serializeApproval } from "@/lib/directory/approvals/serialize";
import { noSuchClient } from "@/lib/directory/clients/no-such-client";
import {
  type DirectoryClientRow,
  lockClient,
  updateClient,
} from "@/lib/directory/clients/repository";
import { recordEverywhere } from "@/lib/directory/record-everywhere";
import { type Database, transaction } from "@/lib/kernel/db/client";
import type { ContractOutput } from "@/lib/kernel/http/contract";

type Contract = typeof putScopeApprovalContract;

/**
 * Decides whether an extension may have a restricted scope. A denial takes the scope away from an extension that has it;
 * its tokens lose it at once, because a token never has more than its client.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export async function putScopeApproval({
  params,
  body: { approved },
  caller,
  info,
}: PlatformContext<Contract>): Promise<ContractOutput<Contract>> {
  requirePlatformPermission(caller, putScopeApprovalContract.platformPermission);
  const { client_id: clientId, scope } = params;
  return transaction(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (!client) throw noSuchClient();
    const before = await findApproval(clientId, scope, tx);
    if (before?.approved === approved) return { body: serializeApproval(before) };
    const decision = { approved, decidedBy: platformActor(caller), decidedAt: new Date() };
    const row = await putDecision(tx, { clientId, scope }, decision);
    if (!approved) await takeScope(tx, client, scope);
    await recordEverywhere(
      tx,
      { caller, info, organizationId: client.organizationId },
      {
        action: approved ? "scope.approved" : "scope.denied",
        target: `client:${clientId}`,
        before: { scope, approved: before?.approved ?? null },
        after: { scope, approved },
      },
    );
    return { isNew: before === null, body: serializeApproval(row) };
  });
}

async function takeScope(tx: Database, client: DirectoryClientRow, scope: string): Promise<void> {
  const scopes = client.scopes.filter((own) => own !== scope);
  if (scopes.length < client.scopes.length) await updateClient(tx, client.clientId, { scopes });
}
