import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { type CallTrace, requestCall } from "@/lib/consent/deliveries/request-call";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { requireSandboxClient, sandboxCompanySchema } from "@/lib/developer-tools/input";
import {
  denyRequests,
  expireAccessTokens,
  expireRefreshTokens,
  findLastCode,
  type Installation,
} from "@/lib/developer-tools/repository";
import { sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { recordDenial } from "@/lib/protocol/events/record-denial";
import { revokeCodeAndItsTokens } from "@/lib/protocol/tokens/revoke-family";

type Action = (typeof sandboxActions)[number];

/** Each action; returns how many things it affected. */
const actions: Readonly<Record<Action, (of: Installation, trace: CallTrace) => Promise<number>>> = {
  expire_access_tokens: expireAccessTokens,
  expire_refresh_tokens: expireRefreshTokens,
  replay_code: replayCode,
  reject: denyRequests,
  uninstall,
};

/** The denial that an action causes, as shown in the failure log. */
const denials: Partial<Record<Action, { kind: "token" | "consent"; error: ServiceError }>> = {
  replay_code: {
    kind: "token",
    error: new ServiceError(
      "invalid_grant",
      "Sandbox: the last code counts as used a second time. All tokens issued from it are revoked.",
      { check: "code_unused", fix: { kind: "run_authorize_again" } },
    ),
  },
  reject: {
    kind: "consent",
    error: new ServiceError(
      "access_denied",
      "Sandbox: the seller chose Don't allow. redirect_uri was not called.",
      { check: "consent_given" },
    ),
  },
};

/**
 * Triggers an event for a client's installation in a sandbox company.
 * @throws ServiceError not_found for another organization's client or a company that is not a sandbox
 */
export const runSandboxAction = operation({
  id: "runSandboxAction",
  request: {
    route: `POST ${CLIENT_PATH}/sandbox`,
    params: ofClient,
    body: z.strictObject({
      company_id: sandboxCompanySchema,
      action: z.enum(sandboxActions).meta({ description: "The event to trigger." }),
    }),
  },
  access: organization("clients:write"),
  summary: "Trigger an event in a sandbox company",
  description:
    "Tests an extension: expires its tokens, replays its last code (which revokes the tokens issued from it), rejects pending consent requests, or uninstalls it with the signed call. Works only in sandbox companies.",
  tag: "Clients",
  returns: json(
    z
      .looseObject({
        company_id: z.int().meta({ example: 42 }),
        action: z.enum(sandboxActions),
        changed: z
          .int()
          .meta({ description: "The number of tokens, requests or installations affected." }),
        request_id: z.string().nullable().meta({
          description:
            "The id of the resulting denial in the failure log; null if nothing was denied.",
        }),
      })
      .meta({ id: "SandboxActionResult" }),
    "What happened.",
  ),
  async run(context) {
    const { body, caller, info } = context;
    const { company_id: companyId, action } = body;
    const { installation: of } = await requireSandboxClient(context);
    const changedCount = await actions[action](of, info);
    const change = { action: `sandbox.${action}`, target: `client:${of.clientId}` };
    await transaction((tx) =>
      recordChange(tx, caller, info, {
        ...change,
        after: { company_id: companyId, changed: changedCount },
      }),
    );
    const denial = changedCount > 0 ? denials[action] : undefined;
    if (denial) {
      await recordDenial(denial.kind, denial.error, {
        requestId: info.requestId,
        sent: { authorization: null, ipAddress: info.ipAddress, parameters: {} },
        clientId: of.clientId,
        subject: { companyId, organizationId: null },
        authenticated: true,
      });
    }
    const requestId = denial ? info.requestId : null;
    return {
      body: { company_id: companyId, action, changed: changedCount, request_id: requestId },
    };
  },
});

async function replayCode(of: Installation): Promise<number> {
  const codeHash = await findLastCode(of);
  if (!codeHash) return 0;
  await revokeCodeAndItsTokens({ codeHash });
  return 1;
}

async function uninstall(of: Installation, { traceparent }: CallTrace): Promise<number> {
  const { clientId, companyId } = of;
  const subject = { companyId, organizationId: null };
  const removedCount = await transaction(async (tx) => {
    const count = await revokeGrants(tx, { clientId, givenBy: subject, userId: null });
    if (count > 0) await requestCall(tx, { kind: "uninstall", clientId, subject, traceparent });
    return count;
  });
  wakeDeliveryWorker();
  return removedCount;
}
