import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { handleOperation } from "@/lib/api/handle-operation";
import { listClients } from "@/lib/clients/read-clients";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env/env";
import { organization as organizationAccess } from "@/lib/operation/access";
import { type LiveFacts, operation } from "@/lib/operation/operation";
import { events as eventsOf } from "@/lib/operation/returns";
import { watchRequests } from "@/lib/requests/log/watch-requests";
import {
  type MintedClient,
  type MintedOrganization,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { aMinuteAgo, storedHash } from "@/test/factories/mint-code";
import { callRoute, type RouteAnswer } from "@/test/requests/call-route";

const READ = "organization/clients/read";
const WRITE = "organization/clients/write";

let organization: MintedOrganization;
let client: MintedClient;
let token: string;
let requestId: string;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ client, token } = await mintManagementToken(organization.organizationId, [READ]));
  requestId = newId();
});

function list(as: Parameters<typeof callRoute>[1]["as"]): Promise<RouteAnswer> {
  return callRoute(listClients, {
    params: { organization_id: organization.organizationId },
    headers: { "x-request-id": requestId },
    ...(as !== undefined && { as }),
  });
}

const events = () => db().authorizationEvent.findMany({ where: { requestId } });

const changeToken = (data: { expiresAt: Date } | { revokedAt: Date }) =>
  db().accessToken.updateMany({ where: { tokenHash: storedHash(token) }, data });

const MINUTE_AGO = aMinuteAgo();
const where = () => ({ clientId: client.clientId });

it.each<[string, number, () => Promise<unknown>, object]>([
  [
    "an expired token",
    401,
    () => changeToken({ expiresAt: MINUTE_AGO }),
    {
      reason: "invalid_token",
      check: "access_token_live",
      difference: [{ name: "token_expired", values: { time: MINUTE_AGO.toISOString() } }],
      fix: { kind: "use_client_credentials" },
    },
  ],
  [
    "a revoked token",
    401,
    () => changeToken({ revokedAt: new Date() }),
    { check: "access_token_live", difference: [{ name: "token_revoked", values: {} }] },
  ],
  [
    "a token of an inactive client",
    401,
    () => db().client.update({ where: where(), data: { isActive: false } }),
    { check: "client_active", fix: { kind: "activate_client" } },
  ],
  [
    "a token that lacks the scope",
    403,
    async () => {
      ({ client, token } = await mintManagementToken(organization.organizationId, [WRITE]));
    },
    {
      reason: "insufficient_scope",
      check: "access_token_scope",
      fix: { kind: "register_scopes", scopes: [READ] },
      difference: [{ name: "scope_needed", values: { needed: READ, scopes: WRITE } }],
    },
  ],
  [
    "a token whose client has lost the scope, which affects existing tokens too,",
    403,
    () => db().client.update({ where: where(), data: { scopes: [WRITE] } }),
    { check: "access_token_scope" },
  ],
])("security 50: %s is in the failure log of its client, without the token", async (...row) => {
  const [, status, change, logged] = row;
  await change();
  expect((await list(token)).status).toBe(status);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: "bearer",
    outcome: "refused",
    clientId: client.clientId,
    organizationId: organization.organizationId,
    companyId: null,
    authenticated: true,
    ...logged,
  });
  const stored = JSON.stringify({ ...event, id: String(event?.id) });
  expect(stored).not.toContain(token.slice(4, -8));
});

it("expired, revoked, unknown, and inactive clients' tokens get the same response", async () => {
  const unknown = await list(newToken("client_credentials"));
  expect(unknown.status).toBe(401);
  expect(await events()).toEqual([]);
  for (const change of [
    () => changeToken({ expiresAt: aMinuteAgo() }),
    () => changeToken({ revokedAt: new Date() }),
    () => db().client.update({ where: where(), data: { isActive: false } }),
  ]) {
    await change();
    const { status, body } = await list(token);
    expect({ status, body }).toEqual({ status: 401, body: unknown.body });
  }
});

it("no person, stranger, or sufficient token is in the failure log of a client", async () => {
  await list(await mintMember((await mintOrganization()).organizationId, "owner"));
  await list(undefined);
  expect((await list(token)).status).toBe(200);
  expect(await events()).toEqual([]);
});

/** What a live operation receives. */
async function watch() {
  const facts: LiveFacts[] = [];
  const { method, path: template, params } = watchRequests;
  const handler = handleOperation(
    operation({
      id: "watch",
      request: { route: `${method} ${template}`, params },
      access: organizationAccess("clients:read"),
      summary: "Watch",
      description: "Watches.",
      tag: "Test",
      returns: eventsOf(z.object({}), "Events."),
      async run(context) {
        facts.push(context);
        return async function* () {};
      },
    }),
  );
  const path = watchRequests.path.replace("{organization_id}", organization.organizationId);
  const headers = { authorization: `Bearer ${token}` };
  const response = await handler(new Request(env().baseUrl + path, { headers }));
  await response.body?.cancel();
  return facts[0];
}

it("a live operation may go on until its caller loses the permission or the token ends", async () => {
  const context = await watch();
  await expect(context?.authorizeAgain()).resolves.toBeUndefined();
  await db().client.update({ where: where(), data: { scopes: [] } });
  await expect(context?.authorizeAgain()).rejects.toMatchObject({ code: "insufficient_scope" });
  await db().client.update({ where: where(), data: { deletedAt: new Date() } });
  await expect(context?.authorizeAgain()).rejects.toMatchObject({ code: "invalid_token" });
});
