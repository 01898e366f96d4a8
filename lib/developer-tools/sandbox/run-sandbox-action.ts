import { z } from "zod";
import { recordChange } from "@/lib/audit/record-change";
import { CLIENT_PATH, ofClient } from "@/lib/clients/paths";
import { wakeDeliveryWorker } from "@/lib/consent/deliveries/delivery-worker";
import { type CallTrace, requestCall } from "@/lib/consent/deliveries/request-call";
import { revokeGrants } from "@/lib/consent/grants/revoke-grants";
import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { integer, textOrNull } from "@/lib/core/schemas/described";
import { sortByName } from "@/lib/core/values/name-order-values";
import {
  type Installation,
  requireSandboxClient,
  sandboxCompanySchema,
} from "@/lib/developer-tools/input";
import { type Sandbox, sandboxActions } from "@/lib/developer-tools/sandbox/values";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json, value } from "@/lib/operation/returns";
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
        changed: integer("The number of tokens, requests or installations affected."),
        request_id: textOrNull(
          "The id of the resulting denial in the failure log; null if nothing was denied.",
        ),
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

/** Revokes what came of the code that was used last. */
async function replayCode({ clientId, companyId }: Installation): Promise<number> {
  const code = await db().authorizationCode.findFirst({
    where: {
      clientId,
      companyId,
      OR: [{ onlineUsedAt: { not: null } }, { offlineUsedAt: { not: null } }],
    },
    select: { codeHash: true },
    orderBy: { createdAt: "desc" },
  });
  if (!code) return 0;
  await revokeCodeAndItsTokens({ codeHash: Buffer.from(code.codeHash) });
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

/** The sandbox companies for a member: the organization's own first, then the person's others, by name. */
export const listSandboxes = operation({
  id: "listSandboxes",
  access: organization("clients:read"),
  returns: value<Sandbox[]>(),
  async run({ caller }) {
    if (caller.kind !== "user") return [];
    const { organizationId, userId } = caller;
    const companies = await db().company.findMany({
      where: {
        isSandbox: true,
        OR: [{ organization: { id: organizationId } }, { members: { some: { userId } } }],
      },
      select: {
        id: true,
        name: true,
        organization: { select: { id: true } },
        members: { where: { userId }, select: { role: true } },
      },
      orderBy: { id: "asc" },
    });
    const sandboxes = sortByName(companies).map(({ id, name, organization, members }) => ({
      companyId: id,
      name,
      isOwn: organization?.id === organizationId,
      role: members[0]?.role ?? null,
    }));
    return sandboxes.toSorted((left, right) => Number(right.isOwn) - Number(left.isOwn));
  },
});

/** Expires live access tokens now. */
export async function expireAccessTokens({ clientId, companyId }: Installation): Promise<number> {
  return (await db().accessToken.updateMany(liveTokens(clientId, companyId))).count;
}

/** Expires live refresh tokens now. */
async function expireRefreshTokens({ clientId, companyId }: Installation): Promise<number> {
  return (await db().refreshToken.updateMany(liveTokens(clientId, companyId))).count;
}

function liveTokens(clientId: string, companyId: number) {
  const now = new Date();
  const where = { clientId, companyId, revokedAt: null, expiresAt: { gt: now } };
  return { where, data: { expiresAt: now } };
}

/** Rejects pending consent requests, as a seller would. */
async function denyRequests({ clientId, companyId }: Installation): Promise<number> {
  const now = new Date();
  const { count } = await db().authorizationRequest.updateMany({
    where: { clientId, companyId, decision: null, expiresAt: { gt: now } },
    data: { decision: "denied", decidedAt: now },
  });
  return count;
}
