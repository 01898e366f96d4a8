import { describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "@/lib/audit/read-audit";
import { revokeSecret } from "@/lib/clients/secrets/secrets";
import { newId } from "@/lib/core/crypto/ids";
import {
  mintClient,
  mintManagementToken,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { id, owner, member, call, auditRows } = organizationScene();

const list = (query: Record<string, string> = {}, more: Partial<RouteCall> = {}) =>
  call(listAudit, { query, ...more });

function write(changes: Parameters<typeof mintAuditRows>[2]) {
  return mintAuditRows(id(), owner().userId, changes);
}

async function targets(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return listOf(body.items).map(({ target }) => textOf(target));
}

describe("GET audit", () => {
  it("shows who did what from where, before and after, and links each entry to the previous one", async () => {
    const { clientId } = await mintClient(id());
    const target = `client:${clientId}`;
    await write([
      { action: "client.created", target, after: { name: "Shipfast" } },
      { target, before: { name: "Shipfast" }, after: { name: "Slow" }, requestId: "request-2" },
    ]);
    const { body } = await list();
    const [newest, oldest] = listOf(body.items);
    expect(newest).toEqual({
      id: expect.stringMatching(/^\d+$/),
      actor: { type: "user", id: owner().userId, name: "Asha Rao", email: owner().email },
      action: "client.updated",
      target,
      target_name: "Shipfast",
      before: { name: "Shipfast" },
      after: { name: "Slow" },
      ip_address: "192.0.2.7",
      request_id: "request-2",
      created_at: expect.stringMatching(/Z$/),
      previous_hash: oldest?.hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const created = { before: null, after: { name: "Shipfast" }, previous_hash: null };
    expect(oldest).toMatchObject(created);
  });

  it("shows the name of a client that made the call", async () => {
    const scopes = ["organization/clients/write"];
    const { token, client } = await mintManagementToken(id(), scopes);
    const { clientId, secretId } = await mintClient(id());
    await mintSecret(clientId);
    const params = { client_id: clientId, secret_id: secretId };
    await call(revokeSecret, { params, as: token });
    const { body } = await list({ actor: `client:${client.clientId}` });
    const actor = { type: "client", id: client.clientId, name: "Console script", email: null };
    const target = { target: `secret:${secretId}`, target_name: "first" };
    expect(body.items).toMatchObject([{ actor, ...target }]);
  });

  it("filters by client (with its secrets), target, actor, action, request, and time", async () => {
    const { clientId, secretId } = await mintClient(id());
    const [own, secret, other] = [`client:${clientId}`, `secret:${secretId}`, `client:${newId()}`];
    await write([{ target: own }, { target: other, requestId: "request-7" }]);
    await write([{ target: secret, action: "secret.revoked" }]);
    expect(await targets({ client_id: clientId })).toEqual([secret, own]);
    expect(await targets({ target: own })).toEqual([own]);
    expect(await targets({ actor: `user:${owner().userId}` })).toHaveLength(3);
    expect(await targets({ actor: `user:${newId()}` })).toEqual([]);
    expect(await targets({ action: "secret.revoked" })).toEqual([secret]);
    expect(await targets({ request_id: "request-7" })).toEqual([other]);
    expect(await targets({ from: "2099-01-01T00:00:00Z" })).toEqual([]);
    expect(await targets({ to: "2099-01-01T00:00:00+02:00" })).toHaveLength(3);
  });

  it("counts only the entries that match a filter, also past the last page", async () => {
    const { clientId } = await mintClient(id());
    await write([{ target: `client:${clientId}` }, { action: "client.created" }, {}]);
    const totalOf = async (query: Record<string, string>) =>
      fieldAt((await list(query)).body, "page.total");
    expect(await totalOf({})).toBe(3);
    expect(await totalOf({ client_id: clientId })).toBe(1);
    expect(await totalOf({ action: "client.created" })).toBe(1);
    const { body } = await list({ page_no: "9" });
    expect(body).toMatchObject({ items: [], page: { item_total: 0, total: 3 } });
  });

  it.each([
    ["client_id", "no-id"],
    ["from", "yesterday"],
    ["from", "0000-01-01T00:00:00Z"],
    ["to", "2026-01-01T00:00:00+23:59"],
    ["page_size", "101"],
    ["action", "x".repeat(61)],
  ])("returns 400 for %s=%s and names the parameter", async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, name]);
  });

  it("security 47: shows no entries of another organization and none of its names", async () => {
    const otherOrganization = await mintOrganization();
    const foreign = await mintClient(otherOrganization.organizationId, { name: "Confidential" });
    await mintAuditRows(otherOrganization.organizationId, otherOrganization.owner.userId, [{}]);
    await write([
      { target: `client:${foreign.clientId}` },
      { target: `secret:${foreign.secretId}` },
    ]);
    const { body } = await list();
    expect(listOf(body.items).map((entry) => entry.target_name)).toEqual([null, null]);
  });
});

describe("a request denied for lack of a permission", () => {
  const denials = async () =>
    (await auditRows("access.refused")).map(({ actor, target, after }) => ({
      actor,
      target,
      after,
    }));
  const revoke = (as: RouteCall["as"], client_id = newId()) =>
    call(revokeSecret, { params: { client_id, secret_id: newId() }, as });

  it("writes an audit row with the caller and the operation, at most one per minute for the same pair", async () => {
    const [as, developer] = [await member("auditor"), await member("developer")];
    const denied = newId();
    for (const clientId of [denied, newId(), newId()]) {
      expect((await revoke(as, clientId)).status).toBe(403);
    }
    expect((await list({}, { as: developer })).status).toBe(403);
    const after = { operation: "revokeSecret", permission: "clients:write" };
    const ofList = { operation: "listAudit", permission: "audit:read" };
    expect(await denials()).toEqual([
      { actor: `user:${as.userId}`, target: `client:${denied}`, after },
      { actor: `user:${developer.userId}`, target: "operation:listAudit", after: ofList },
    ]);
  });

  it("names the client whose token lacked the scope", async () => {
    const { token, client } = await mintManagementToken(id(), []);
    expect((await revoke(token, "no-id")).status).toBe(403);
    const row = { actor: `client:${client.clientId}`, target: "operation:revokeSecret" };
    expect(await denials()).toMatchObject([row]);
  });

  it("writes no row for strangers, other organizations' members, or allowed requests", async () => {
    const { owner: stranger } = await mintOrganization();
    expect((await revoke(undefined)).status).toBe(401);
    expect((await revoke("lkn_made-up")).status).toBe(401);
    expect((await revoke(stranger)).status).toBe(404);
    await list({ target: `client:${newId()}` });
    expect(await denials()).toEqual([]);
  });
});

describe("a log that was changed by hand", () => {
  const change = async (columns: string) => {
    await write([{}, {}]);
    await tamperWithAudit(`UPDATE audit_rows SET ${columns} WHERE organization_id = $1`, id());
  };

  it("is reported, and one that was not as intact", async () => {
    await write([{}, {}]);
    const intact = { intact: true, entries: 2, broken: null };
    expect((await call(verifyAudit)).body).toMatchObject(intact);
    await change("action = 'client.created'");
    const broken = { kind: "changed", entry: { action: "client.created" } };
    const verdict = { intact: false, entries: 0, hash: null, broken };
    expect((await call(verifyAudit)).body).toMatchObject(verdict);
  });

  it("is reported without a timestamp that is impossible", async () => {
    await change("created_at = 'infinity'");
    expect(fieldAt((await call(verifyAudit)).body, "broken.entry.created_at")).toBeNull();
  });

  it("is listed with the values that were written", async () => {
    await change("actor = 'nobody', target = '', before = '[1]'");
    const entry = { before: { value: [1] }, actor: { type: "nobody" } };
    expect((await list()).body.items).toMatchObject([entry, entry]);
  });
});
