import { beforeEach, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/list-clients";
import { newId } from "@/lib/core/crypto/ids";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
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

describe("the failure log of a client whose token the management API rejects", () => {
  const logged = (rest: object) => ({
    kind: "bearer",
    outcome: "refused",
    clientId: client.clientId,
    organizationId: organization.organizationId,
    companyId: null,
    authenticated: true,
    ...rest,
  });

  it("records an expired token", async () => {
    const expiresAt = aMinuteAgo();
    await changeToken({ expiresAt });
    expect((await list(token)).status).toBe(401);
    expect(await events()).toMatchObject([
      logged({
        reason: "invalid_token",
        check: "access_token_live",
        difference: [{ name: "token_expired", values: { time: expiresAt.toISOString() } }],
        fix: { kind: "use_client_credentials" },
      }),
    ]);
  });

  it("records a revoked token", async () => {
    await changeToken({ revokedAt: new Date() });
    expect((await list(token)).status).toBe(401);
    expect(await events()).toMatchObject([
      logged({ check: "access_token_live", difference: [{ name: "token_revoked", values: {} }] }),
    ]);
  });

  it("records a token of an inactive client", async () => {
    const { clientId } = client;
    await db().client.update({ where: { clientId }, data: { isActive: false } });
    expect((await list(token)).status).toBe(401);
    expect(await events()).toMatchObject([
      logged({ check: "client_active", fix: { kind: "activate_client" } }),
    ]);
  });

  it("records a token that lacks the scope", async () => {
    const other = await mintManagementToken(organization.organizationId, [WRITE]);
    client = other.client;
    expect((await list(other.token)).status).toBe(403);
    expect(await events()).toMatchObject([
      logged({
        reason: "insufficient_scope",
        check: "access_token_scope",
        fix: { kind: "register_scopes", scopes: [READ] },
        difference: [{ name: "scope_needed", values: { needed: READ, scopes: WRITE } }],
      }),
    ]);
  });

  it("records a token whose client has lost the scope, which affects existing tokens too", async () => {
    const { clientId } = client;
    await db().client.update({ where: { clientId }, data: { scopes: [WRITE] } });
    expect((await list(token)).status).toBe(403);
    expect(await events()).toMatchObject([logged({ check: "access_token_scope" })]);
  });
});

describe("the sender of a rejected token", () => {
  it("gets the same response for expired, revoked, unknown, and inactive clients' tokens", async () => {
    const { clientId } = client;
    const answers = [];
    answers.push(await list(newToken("client_credentials")));
    await changeToken({ expiresAt: aMinuteAgo() });
    answers.push(await list(token));
    await changeToken({ revokedAt: new Date() });
    answers.push(await list(token));
    await db().client.update({ where: { clientId }, data: { isActive: false } });
    answers.push(await list(token));
    const [first] = answers;
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 401, body: first?.body });
  });
});

describe("the failure log of a client", () => {
  it("records no unknown token", async () => {
    await list(newToken("client_credentials"));
    expect(await events()).toEqual([]);
  });

  it("records no member with an insufficient role, and no caller without credentials", async () => {
    await list(await mintMember((await mintOrganization()).organizationId, "owner"));
    await list(undefined);
    expect(await events()).toEqual([]);
  });

  it("records no sufficient token", async () => {
    expect((await list(token)).status).toBe(200);
    expect(await events()).toEqual([]);
  });
});

it("security 50: no part of the token itself is stored", async () => {
  await changeToken({ expiresAt: aMinuteAgo() });
  await list(token);
  const [event] = await events();
  const stored = JSON.stringify({ ...event, id: String(event?.id) });
  expect(stored).not.toContain(token.slice(4, -8));
});
