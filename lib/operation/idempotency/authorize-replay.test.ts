import { beforeEach, describe, expect, it } from "vitest";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { createClient } from "@/lib/clients/create-client";
import { rotateSecret } from "@/lib/clients/secrets/rotate-secret";
import { rotateServiceKey } from "@/lib/clients/service-keys/rotate-service-key";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions";
import { type Operation, takesIdempotencyKey } from "@/lib/operation/operation";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import {
  type MintedOrganization,
  mintClient,
  mintDeletion,
  mintManagementToken,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintThrough } from "@/test/factories/mint-through";
import { callRoute, type RouteCall, readAnswer } from "@/test/requests/call-route";
import { textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

const WRITE = "organization/clients/write";
const MEMBERS = "organization/members/write";

let organization: MintedOrganization;

beforeEach(async () => {
  organization = await mintOrganization();
});

type Call = { operation: Operation; params?: Record<string, string>; body: object };
type Caller = RouteCall["as"] & {};

/** Sends requests with one Idempotency-Key; `isReplay` says whether the stored response came back. */
function withOneKey({ operation, params, body }: Call) {
  const headers = { "idempotency-key": newId() };
  return async (as: Caller, path = params) => {
    const where = { organization_id: organization.organizationId, ...path };
    const answer = await callRoute(operation, { params: where, body, headers, as });
    return {
      status: answer.status,
      body: answer.body,
      isReplay: answer.headers.has("idempotency-replayed"),
    };
  };
}

const ofClient = (name: string, scopes: string[]): Call => ({
  operation: createClient,
  body: { meta: { name }, scopes: { permissions: scopes } },
});

async function rotationOf(scopes: string[]) {
  const { clientId } = await mintClient(organization.organizationId, { scopes });
  const call: Call = { operation: rotateSecret, params: { client_id: clientId }, body: {} };
  return { clientId, call };
}

const setRole = (userId: string, role: OrganizationRole) =>
  db().organizationMember.updateMany({
    where: { userId, organizationId: organization.organizationId },
    data: { role },
  });

describe("security 126: an Idempotency-Key of a person", () => {
  it("gives an extension nothing that it may not have itself", async () => {
    const { organizationId, owner } = organization;
    const extension = await mintThrough(organizationId, owner, [WRITE]);
    const { call } = await rotationOf([MEMBERS]);
    const send = withOneKey(call);
    expect((await send(owner)).status).toBe(201);
    const repeated = await send(extension.token);
    expect([repeated.status, repeated.body.error]).toEqual([403, "insufficient_scope"]);
    expect(repeated.body).not.toHaveProperty("secret");
  });

  it("is another one through each extension, and the same through the same", async () => {
    const { organizationId, owner } = organization;
    const one = await mintThrough(organizationId, owner, [WRITE]);
    const other = await mintThrough(organizationId, owner, [WRITE]);
    const send = withOneKey(ofClient("Shipfast", []));
    const answers = [];
    for (const as of [owner, one.token, other.token]) answers.push(await send(as));
    expect(answers.map(({ status, isReplay }) => [status, isReplay])).toEqual([
      [201, false],
      [201, false],
      [201, false],
    ]);
    expect(new Set(answers.map(({ body }) => textOf(body.client_id))).size).toBe(3);
    const again = [await send(owner), await send(one.token), await send(other.token)];
    expect(again.map(({ isReplay }) => isReplay)).toEqual([true, true, true]);
    expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
  });

  it("makes an extension a holder of the secret that it gets, so that it ends with it", async () => {
    const { organizationId, owner } = organization;
    const extension = await mintThrough(organizationId, owner, [WRITE]);
    const { clientId, call } = await rotationOf([]);
    const send = withOneKey(call);
    await send(owner);
    expect((await send(extension.token)).isReplay).toBe(false);
    const holders = await db().clientSecretHolder.findMany({
      where: { secret: { clientId } },
      select: { actor: true },
    });
    const person = `user:${owner.userId}`;
    expect(holders.map(({ actor }) => actor).sort()).toEqual(
      [`client:${extension.clientId}`, person, person].sort(),
    );
  });

  it("is forgotten with the person, through whomever they used it", async () => {
    const { organizationId } = organization;
    const admin = await mintMember(organizationId, "admin");
    const { token } = await mintThrough(organizationId, admin, [WRITE]);
    const send = withOneKey(ofClient("Shipfast", []));
    for (const as of [admin, token, organization.owner]) await send(as);
    await eraseUser(admin.userId, "operator:shell", { ipAddress: null, requestId: newId() });
    const rows = await db().idempotentRequest.findMany({ where: { organizationId } });
    expect(rows.map(({ actor }) => actor)).toEqual([`user:${organization.owner.userId}`]);
  });
});

describe("security 126: a replay is authorized again:", () => {
  const invitation = (role: string): Call => ({
    operation: createInvitation,
    body: { email: `${newId()}@example.com`, role },
  });

  it.each<[string, () => Promise<Call>, OrganizationRole, number]>([
    [
      "a client with more than their new role",
      async () => ofClient("A", [MEMBERS]),
      "developer",
      403,
    ],
    ["a client within their new role", async () => ofClient("A", [MEMBERS]), "admin", 201],
    ["any client", async () => ofClient("A", []), "auditor", 403],
    [
      "a secret above their new role",
      async () => (await rotationOf([MEMBERS])).call,
      "developer",
      403,
    ],
    [
      "a secret within their new role",
      async () => (await rotationOf([MEMBERS])).call,
      "admin",
      201,
    ],
    ["an invitation above their new role", async () => invitation("owner"), "admin", 403],
    ["an invitation within their new role", async () => invitation("developer"), "admin", 201],
  ])("%s", async (_what, callOf, role, status) => {
    const person = await mintMember(organization.organizationId, "owner");
    const send = withOneKey(await callOf());
    const first = await send(person);
    expect(first.status).toBe(201);
    await setRole(person.userId, role);
    const replay = await send(person);
    expect([replay.status, replay.isReplay]).toEqual([status, status === 201]);
    const fresh = await withOneKey(ofClient("B", []))(person);
    expect(fresh.status).toBe(role === "auditor" ? 403 : 201);
  });

  it("a token with fewer scopes gets 403", async () => {
    const { organizationId } = organization;
    const { token, client } = await mintManagementToken(organizationId, [WRITE, MEMBERS]);
    for (const call of [ofClient("A", [MEMBERS]), (await rotationOf([MEMBERS])).call]) {
      const send = withOneKey(call);
      expect((await send(token)).status).toBe(201);
      const where = { clientId: client.clientId };
      await db().accessToken.updateMany({ where, data: { scopes: [WRITE] } });
      const replay = await send(token);
      expect([replay.status, replay.body.error]).toEqual([403, "insufficient_scope"]);
      await db().accessToken.updateMany({ where, data: { scopes: [WRITE, MEMBERS] } });
      expect((await send(token)).isReplay).toBe(true);
    }
  });

  it("a client that was deleted, or that now has more scopes than the caller", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const { clientId, call } = await rotationOf([]);
    const send = withOneKey(call);
    expect((await send(admin)).status).toBe(201);
    const settings = ["organization/settings/write"];
    await db().client.update({ where: { clientId }, data: { scopes: settings } });
    expect((await send(admin)).status).toBe(403);
    await mintDeletion(clientId);
    expect((await send(admin)).status).toBe(404);
  });

  it("a person who left the organization gets 404", async () => {
    const admin = await mintMember(organization.organizationId, "admin");
    const send = withOneKey(ofClient("A", []));
    expect((await send(admin)).status).toBe(201);
    await db().organizationMember.deleteMany({ where: { userId: admin.userId } });
    expect((await send(admin)).status).toBe(404);
  });

  it("another secret of the same service key does not get the secret of a rotation", async () => {
    const key = await mintServiceKey(["platform/directory/read"]);
    const tokenFor = async (clientSecret: string) => {
      const request = requestServiceToken({ ...key, clientSecret });
      return textOf((await readAnswer(await serviceTokenEndpoint(request))).body.access_token);
    };
    const old = await tokenFor(key.clientSecret);
    const path = { client_id: key.clientId };
    const rotate = { operation: rotateServiceKey, params: path, body: { overlap_seconds: 60 } };
    const newer = await tokenFor(textOf((await withOneKey(rotate)(old)).body.client_secret));
    const send = withOneKey(rotate);
    const first = await send(newer);
    expect([first.status, (await send(old)).status]).toEqual([201, 409]);
    expect(await send(newer)).toMatchObject({ isReplay: true, body: first.body });
  });
});

it("every operation that takes an Idempotency-Key is one whose replay was considered", () => {
  const ids = [...managementOperations, ...platformOperations]
    .filter((operation: Operation) => takesIdempotencyKey(operation))
    .map(({ id }) => id);
  // Beyond their access, these check the role or scopes of their caller, and so do their replays.
  const authorized = ["createClient", "rotateSecret", "createInvitation"];
  const byAccess = [
    "createServiceKey",
    "rotateServiceKey",
    "createLocalCompany",
    "inviteCompanyOwner",
    "inviteOrganizationOwner",
  ];
  expect(ids.sort()).toEqual([...authorized, ...byAccess].sort());
});
