import { describe, expect, it } from "vitest";
import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { rotateSecret } from "@/lib/clients/secrets/secrets";
import { rotateServiceKey } from "@/lib/clients/service-keys/service-keys";
import { serviceTokenEndpoint } from "@/lib/clients/service-keys/service-token-endpoint";
import { createClient } from "@/lib/clients/write-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import { type Operation, takesIdempotencyKey } from "@/lib/operation/operation";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { createInvitation } from "@/lib/tenants/organizations/members/members";
import { mintClient, mintDeletion, mintManagementToken } from "@/test/factories/mint";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintThrough } from "@/test/factories/mint-through";
import { callRoute, type RouteCall, readAnswer } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { textOf } from "@/test/requests/read-json";
import { requestServiceToken } from "@/test/requests/request-service-token";

const WRITE = "organization/clients/write";
const MEMBERS = "organization/members/write";

const { id, owner, member } = organizationScene();

type Call = { operation: Operation; params?: Record<string, string>; body: object };
type Caller = RouteCall["as"] & {};

/** Sends requests with one Idempotency-Key; `isReplay` says whether the stored response came back. */
function withOneKey({ operation, params, body }: Call) {
  const headers = { "idempotency-key": newId() };
  return async (as: Caller, path = params) => {
    const at = { organization_id: id(), ...path };
    const answer = await callRoute(operation, { params: at, body, headers, as });
    const isReplay = answer.headers.has("idempotency-replayed");
    return { status: answer.status, body: answer.body, isReplay };
  };
}

const ofClient = (name: string, scopes: string[]): Call => ({
  operation: createClient,
  body: { meta: { name }, scopes: { permissions: scopes } },
});

async function rotationOf(scopes: string[]) {
  const { clientId } = await mintClient(id(), { scopes });
  const call: Call = { operation: rotateSecret, params: { client_id: clientId }, body: {} };
  return { clientId, call };
}

const setRole = (userId: string, role: OrganizationRole) =>
  db().organizationMember.updateMany({
    where: { userId, organizationId: id() },
    data: { role },
  });

describe("security 126: an Idempotency-Key of a person", () => {
  it("gives an extension nothing that it may not have itself", async () => {
    const extension = await mintThrough(id(), owner(), [WRITE]);
    const { call } = await rotationOf([MEMBERS]);
    const send = withOneKey(call);
    expect((await send(owner())).status).toBe(201);
    const repeated = await send(extension.token);
    expect([repeated.status, repeated.body.error]).toEqual([403, "insufficient_scope"]);
    expect(repeated.body).not.toHaveProperty("secret");
  });

  it("is another one through each extension, and the same through the same", async () => {
    const one = await mintThrough(id(), owner(), [WRITE]);
    const other = await mintThrough(id(), owner(), [WRITE]);
    const send = withOneKey(ofClient("Shipfast", []));
    const callers = [owner(), one.token, other.token];
    const answers = [];
    for (const as of callers) answers.push(await send(as));
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, isReplay: false });
    expect(new Set(answers.map(({ body }) => textOf(body.client_id))).size).toBe(3);
    for (const [index, as] of callers.entries()) {
      expect(await send(as)).toMatchObject({ isReplay: true, body: answers[index]?.body });
    }
  });

  it("makes an extension a holder of the secret that it gets, so that it ends with it", async () => {
    const extension = await mintThrough(id(), owner(), [WRITE]);
    const { clientId, call } = await rotationOf([]);
    const send = withOneKey(call);
    await send(owner());
    expect((await send(extension.token)).isReplay).toBe(false);
    const holders = await db().clientSecretHolder.findMany({
      where: { secret: { clientId } },
      select: { actor: true },
    });
    const person = `user:${owner().userId}`;
    expect(holders.map(({ actor }) => actor).sort()).toEqual(
      [`client:${extension.clientId}`, person, person].sort(),
    );
  });

  it("is forgotten with the person, through whomever they used it", async () => {
    const admin = await member("admin");
    const { token } = await mintThrough(id(), admin, [WRITE]);
    const send = withOneKey(ofClient("Shipfast", []));
    for (const as of [admin, token, owner()]) await send(as);
    await eraseUser(admin.userId, "operator:shell", { ipAddress: null, requestId: newId() });
    const rows = await db().idempotentRequest.findMany({ where: { organizationId: id() } });
    expect(rows.map(({ actor }) => actor)).toEqual([`user:${owner().userId}`]);
  });
});

describe("security 126: a replay is authorized again:", () => {
  const invitation = (role: string): Call => ({
    operation: createInvitation,
    body: { email: `${newId()}@example.com`, role },
  });

  const aSecret = async () => (await rotationOf([MEMBERS])).call;

  it.each<[string, () => Call | Promise<Call>, OrganizationRole, number]>([
    ["a client with more than their new role", () => ofClient("A", [MEMBERS]), "developer", 403],
    ["a client within their new role", () => ofClient("A", [MEMBERS]), "admin", 201],
    ["any client", () => ofClient("A", []), "auditor", 403],
    ["a secret above their new role", aSecret, "developer", 403],
    ["a secret within their new role", aSecret, "admin", 201],
    ["an invitation above their new role", () => invitation("owner"), "admin", 403],
    ["an invitation within their new role", () => invitation("developer"), "admin", 201],
  ])("%s", async (_what, callOf, role, status) => {
    const person = await member("owner");
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
    const { token, client } = await mintManagementToken(id(), [WRITE, MEMBERS]);
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
    const admin = await member("admin");
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
    const admin = await member("admin");
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
  // Beyond their access, the first three check the role or scopes of their caller, and so do their replays.
  const considered = [
    ...["createClient", "rotateSecret", "createInvitation"],
    ...["createServiceKey", "rotateServiceKey", "createLocalCompany"],
    ...["inviteCompanyOwner", "inviteOrganizationOwner"],
  ];
  expect(ids.sort()).toEqual(considered.sort());
});
