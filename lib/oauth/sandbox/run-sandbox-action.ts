import { recordChange } from "@/lib/audit/record-change";
import { transaction } from "@/lib/db/client";
import { wakeDeliveryWorker } from "@/lib/deliveries/delivery-worker";
import { requestUninstall } from "@/lib/deliveries/request-uninstall";
import { ServiceError } from "@/lib/errors";
import type { ContractOutput } from "@/lib/http/contract";
import type { VerbContext } from "@/lib/http/handle";
import { revokeGrant } from "@/lib/oauth/grants/remove-repository";
import type { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";
import {
  denyRequests,
  expireAccessTokens,
  expireRefreshTokens,
  findLastCode,
  findSandbox,
  type Installation,
} from "@/lib/oauth/sandbox/repository";
import { revokeCodeAndItsTokens } from "@/lib/oauth/tokens/refusal-repository";

type Contract = typeof runSandboxActionContract;
type Action = VerbContext<Contract>["body"]["action"];

/** Each action, and how many things it met. */
const actions: Readonly<Record<Action, (of: Installation) => Promise<number>>> = {
  expire_access_tokens: expireAccessTokens,
  expire_refresh_tokens: expireRefreshTokens,
  replay_code: replayCode,
  reject: denyRequests,
  uninstall,
};

/**
 * Makes something happen to a client's installation in a sandbox company.
 * @throws ServiceError not_found for another organization's client or a company that is no sandbox
 */
export async function runSandboxAction({
  params,
  body,
  caller,
  info,
}: Pick<VerbContext<Contract>, "params" | "body" | "caller" | "info">): Promise<
  ContractOutput<Contract>
> {
  const { company_id: companyId, action } = body;
  const of = { organizationId: caller.organizationId, clientId: params.client_id, companyId };
  if (!(await findSandbox(of))) {
    throw new ServiceError(
      "not_found",
      `The organization has no such client, or company ${companyId} is no sandbox.`,
    );
  }
  const changed = await actions[action](of);
  const change = { action: `sandbox.${action}`, target: `client:${of.clientId}` };
  await transaction((tx) =>
    recordChange(tx, caller, info, { ...change, after: { company_id: companyId, changed } }),
  );
  return { body: { company_id: companyId, action, changed } };
}

async function replayCode(of: Installation): Promise<number> {
  const codeHash = await findLastCode(of);
  if (!codeHash) return 0;
  await revokeCodeAndItsTokens(codeHash);
  return 1;
}

async function uninstall(of: Installation): Promise<number> {
  const removed = await transaction(async (tx) => {
    const was = await revokeGrant(tx, { ...of, userId: null });
    if (was) await requestUninstall(tx, of);
    return was;
  });
  wakeDeliveryWorker();
  return removed ? 1 : 0;
}
