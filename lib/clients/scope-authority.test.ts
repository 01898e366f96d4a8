import { beforeEach, describe, expect, it } from "vitest";
import { changeClients } from "@/lib/clients/bulk/change-clients";
import { deleteClient, restoreClient } from "@/lib/clients/delete-client";
import { getClient } from "@/lib/clients/read-clients";
import { rotateSecret } from "@/lib/clients/secrets/secrets";
import { createClient, patchClient } from "@/lib/clients/write-clients";
import { db } from "@/lib/core/db/client";
import type { OrganizationRole } from "@/lib/core/permissions/permissions";
import {
  changeMember,
  leaveOrganization,
  removeMember,
} from "@/lib/tenants/organizations/members/members";
import {
  type MintedUser,
  mintManagementToken,
  mintOrganization,
  mintOrganizationGrant,
} from "@/test/factories/mint";
import type { RouteAnswer } from "@/test/requests/call-route";
import { callToken } from "@/test/requests/call-token";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, textOf } from "@/test/requests/read-json";

const POWER = "organization/clients/secrets";
const PLAIN = "organization/clients/read";

type As = MintedUser | string;

const { id, owner, member, call, auditRows } = organizationScene();
let developer: MintedUser;

beforeEach(async () => {
  developer = await member("developer");
});

type Registered = { clientId: string; secret: string };

async function register(as: As, permissions: string[], more = {}): Promise<Registered> {
  const body = { meta: { name: "Deploy" }, scopes: { permissions }, ...more };
  const answer = await call(createClient, { as, body });
  expect(answer.status).toBe(201);
  return {
    clientId: textOf(answer.body.client_id),
    secret: textOf(fieldAt(answer.body, "secret.0")),
  };
}

const of = (as: As, client_id: string) => ({ as, params: { client_id } });
const patch = (as: As, clientId: string, body: object) =>
  call(patchClient, { ...of(as, clientId), body });
const setScopes = (as: As, clientId: string, permissions: string[], more = {}) =>
  patch(as, clientId, { scopes: { permissions }, ...more });
const rotate = (as: As, clientId: string, overlap_seconds = 86_400) =>
  call(rotateSecret, { ...of(as, clientId), body: { overlap_seconds } });
const fetchClient = (as: As, clientId: string) => call(getClient, of(as, clientId));
const remove = (as: As, clientId: string) => call(deleteClient, of(as, clientId));
const restore = (as: As, clientId: string) => call(restoreClient, of(as, clientId));
const bulk = (as: As, action: string, clientId: string) =>
  call(changeClients, { as, body: { action, client_ids: [clientId] } });
const changeRole = ({ userId }: MintedUser, role: OrganizationRole, more = {}) =>
  call(changeMember, { params: { user_id: userId }, body: { role, ...more } });
const removal = ({ userId }: MintedUser, query = {}) =>
  call(removeMember, { params: { user_id: userId }, query });

async function tokenScope({ clientId, secret }: Registered): Promise<[number, unknown]> {
  const client = { clientId, clientSecret: secret, secretId: "", systemUserId: "" };
  const request = { json: { grant_type: "client_credentials" }, subject: `organization/${id()}` };
  const { status, body } = await callToken("online", { client, companyId: 0 }, request);
  return [status, status === 200 ? body.scope : body.error];
}

function expectDenial(answer: RouteAnswer, status: number, ...words: string[]): void {
  expect([answer.status, answer.body.message]).toEqual([status, expect.any(String)]);
  for (const word of words) expect(answer.body.message).toContain(word);
}

/** Either of two concurrent requests may come first, and the other is then rejected. */
async function expectOneSuccess(change: Promise<RouteAnswer>, rotation: Promise<RouteAnswer>) {
  const statuses = (await Promise.all([change, rotation])).map(({ status }) => status);
  expect(["200,403", "409,201"]).toContain(statuses.join());
}

describe("security 63: a client whose scopes carry permissions", () => {
  it("keeps its scopes when someone without the permissions tries to remove them", async () => {
    const client = await register(owner(), [PLAIN, POWER]);
    expectDenial(await setScopes(developer, client.clientId, [PLAIN]), 403, "secrets:read");
    expect(await tokenScope(client)).toEqual([200, `${PLAIN},${POWER}`]);
  });

  it("gives no permissions to a developer who created a secret while the scopes were removed", async () => {
    const { clientId } = await register(owner(), [PLAIN, POWER]);
    await setScopes(owner(), clientId, [PLAIN]);
    const { body } = await rotate(developer, clientId);
    const restored = await setScopes(owner(), clientId, [PLAIN, POWER]);
    const [, scope] = await tokenScope({ clientId, secret: textOf(body.secret) });
    expect(scope).toBe(PLAIN);
    expectDenial(restored, 409, "revoke_secrets", textOf(body.last_four));
  });

  it("protects its redirect URLs, base URL, grants, and lifetimes from callers without the permissions", async () => {
    const { clientId } = await register(owner(), [POWER], { grants: ["authorization_code"] });
    for (const body of [
      { redirect_urls: ["https://elsewhere.example.com/auth"] },
      { base_url: "https://elsewhere.example.com" },
      { grants: ["client_credentials"] },
      { access_token_lifetime: 86_400 },
      { require_pkce: false },
      { scopes: { permissions: [POWER, "company/orders"] } },
    ]) {
      expectDenial(await patch(developer, clientId, body), 403, "secrets:read");
    }
    expect((await fetchClient(owner(), clientId)).body.version).toBe(1);
    expect((await patch(owner(), clientId, { require_pkce: true })).status).toBe(200);
    const plain = await register(developer, [PLAIN]);
    expectDenial(await setScopes(developer, plain.clientId, [PLAIN, POWER]), 403, "secrets:read");
  });

  it("can be stopped but not restarted by a caller without the permissions", async () => {
    const { clientId } = await register(owner(), [POWER]);
    const more = { is_active: false, base_url: "https://elsewhere.example.com" };
    expectDenial(await patch(developer, clientId, more), 403, "secrets:read");
    expect((await patch(developer, clientId, { is_active: false })).status).toBe(200);
    expectDenial(await patch(developer, clientId, { is_active: true }), 403, "secrets:read");
    const { body } = await bulk(developer, "activate", clientId);
    expect(fieldAt(body, "items.0.error")).toBe("forbidden");
    expect((await remove(developer, clientId)).status).toBe(200);
    expectDenial(await restore(developer, clientId), 403, "secrets:read");
  });

  it("hides its secret from people and tokens that lack one of the permissions", async () => {
    const reader = await mintManagementToken(id(), [PLAIN, POWER]);
    const { clientId } = await register(owner(), ["organization/settings/write"]);
    for (const as of [await member("admin"), reader.token]) {
      const shown = await fetchClient(as, clientId);
      expect(fieldAt(shown.body, "secret.0")).toMatch(/^••••/);
    }
  });
});

describe("security 63: adding a scope that carries a permission", () => {
  it("lists the secrets of people who lack the permission and revokes them on request", async () => {
    const client = await register(developer, [PLAIN]);
    const denial = await setScopes(owner(), client.clientId, [PLAIN, POWER]);
    expectDenial(denial, 409, "developer", client.secret.slice(-4));
    expect(fieldAt(denial.body, "errors.0.path")).toBe("revoke_secrets");
    expect(await tokenScope(client)).toEqual([200, PLAIN]);

    const more = { revoke_secrets: true };
    const added = await setScopes(owner(), client.clientId, [PLAIN, POWER], more);
    expect([added.status, added.body.secret]).toEqual([200, []]);
    expect(await tokenScope(client)).toEqual([401, "invalid_client"]);
    expect(await auditRows("secret.revoked")).toMatchObject([{ actor: `user:${owner().userId}` }]);

    const fresh = await rotate(owner(), client.clientId);
    expect(await tokenScope({ ...client, secret: textOf(fresh.body.secret) })).toEqual([
      200,
      `${PLAIN},${POWER}`,
    ]);
  });

  it("leaves the secrets of people who hold the permission alone", async () => {
    const { clientId } = await register(developer, [PLAIN]);
    const ownRotation = await rotate(owner(), clientId);
    const added = await setScopes(owner(), clientId, [PLAIN, POWER], { revoke_secrets: true });
    expect(added.body.secret).toEqual([`••••${ownRotation.body.last_four}`]);
  });

  it("counts everyone who has seen a secret, no matter who created it, even after they have left", async () => {
    const { clientId } = await register(owner(), [PLAIN]);
    const view = await fetchClient(await member("admin"), clientId);
    expect(textOf(fieldAt(view.body, "secret.0"))).toMatch(/^lks_/);
    const powers = ["organization/settings/write"];
    expectDenial(await setScopes(owner(), clientId, powers), 409, "admin");
    const former = await register(developer, [PLAIN]);
    await removal(developer, { revoke_secrets: "false" });
    await rotate(owner(), former.clientId);
    expectDenial(await setScopes(owner(), former.clientId, [POWER]), 409);
  });

  it("counts the client whose token created the secret", async () => {
    const script = await mintManagementToken(id(), [PLAIN, "organization/clients/write"]);
    const { clientId } = await register(script.token, [PLAIN]);
    expectDenial(await setScopes(owner(), clientId, [POWER]), 409, "Console script");
  });

  it("is safe against secrets created or read concurrently", async () => {
    const { clientId } = await register(owner(), [PLAIN]);
    await expectOneSuccess(setScopes(owner(), clientId, [POWER]), rotate(developer, clientId));
  });
});

describe("security 63: losing a role, a scope or the organization", () => {
  it("lists the secrets the person has seen and revokes them on request", async () => {
    const admin = await member("admin");
    const client = await register(admin, [PLAIN, POWER]);
    const plain = await register(admin, [PLAIN]);
    expectDenial(await changeRole(admin, "developer"), 409, client.secret.slice(-4));
    expect(await tokenScope(client)).toEqual([200, `${PLAIN},${POWER}`]);

    expect((await changeRole(admin, "developer", { revoke_secrets: true })).status).toBe(200);
    expect(await tokenScope(client)).toEqual([401, "invalid_client"]);
    expect(await tokenScope(plain)).toEqual([200, PLAIN]);
    const { body } = await fetchClient(owner(), client.clientId);
    expect([body.version, body.secret]).toEqual([2, []]);
  });

  it("applies equally when the person is removed or leaves", async () => {
    const admin = await member("admin");
    const client = await register(admin, [POWER]);
    const leaving = (query = {}) => call(leaveOrganization, { query, as: admin });
    expect((await removal(admin)).status).toBe(409);
    expect((await leaving()).status).toBe(409);
    expect((await leaving({ revoke_secrets: "true" })).status).toBe(200);
    expect(await tokenScope(client)).toEqual([401, "invalid_client"]);
  });

  it("covers deleted clients, which could be restored", async () => {
    const admin = await member("admin");
    const { clientId } = await register(admin, [POWER]);
    await remove(owner(), clientId);
    expect((await changeRole(admin, "developer")).status).toBe(409);
  });

  it("covers secrets that a client created when that client loses the scope", async () => {
    const scopes = [PLAIN, "organization/clients/write", POWER];
    const script = await mintManagementToken(id(), scopes);
    const registered = await register(script.token, [POWER]);
    const fewer = scopes.slice(0, 2);
    expect((await setScopes(owner(), script.client.clientId, fewer)).status).toBe(409);
    const more = { revoke_secrets: true };
    expect((await setScopes(owner(), script.client.clientId, fewer, more)).status).toBe(200);
    expect(await tokenScope(registered)).toEqual([401, "invalid_client"]);
  });

  it("is safe against secrets that the person creates or reads concurrently", async () => {
    const admin = await member("admin");
    const { clientId } = await register(owner(), [POWER]);
    await expectOneSuccess(changeRole(admin, "developer"), rotate(admin, clientId));
  });

  it("checks a visiting extension against what the organization granted it", async () => {
    const publisher = await mintOrganization();
    const scopes = [PLAIN, "organization/clients/write", POWER];
    const visitor = await mintManagementToken(publisher.organizationId, scopes);
    const organizationId = id();
    await mintOrganizationGrant(visitor.client.clientId, organizationId, scopes, owner().userId);
    await db().accessToken.updateMany({
      where: { clientId: visitor.client.clientId },
      data: { organizationId },
    });
    const { clientId } = await register(visitor.token, [PLAIN]);
    expect((await setScopes(owner(), clientId, [POWER])).status).toBe(200);
    expectDenial(await setScopes(owner(), clientId, ["organization/members/write"]), 409);
  });
});
