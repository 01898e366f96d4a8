import { describe, expect, it } from "vitest";
import { listAudit } from "@/lib/audit/list-audit";
import { verifyAudit } from "@/lib/audit/verify-audit";
import { revokeSecret } from "@/lib/clients/secrets/revoke-secret";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
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

const { id, owner, member, call } = organizationScene();

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
      actor: {
        type: "user",
        id: owner().userId,
        name: "Asha Rao",
        email: owner().email,
      },
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
    expect(oldest).toMatchObject({
      before: null,
      after: { name: "Shipfast" },
      previous_hash: null,
    });
  });

  it("shows the name of a client that made the call", async () => {
    const scopes = ["organization/clients/write"];
    const { token, client } = await mintManagementToken(id(), scopes);
    const { clientId, secretId } = await mintClient(id());
    await mintSecret(clientId);
    const params = { client_id: clientId, secret_id: secretId };
    await call(revokeSecret, { params, as: token });
    const { body } = await list({ actor: `client:${client.clientId}` });
    expect(body.items).toHaveLength(1);
    expect(listOf(body.items)[0]).toMatchObject({
      actor: { type: "client", id: client.clientId, name: "Console script", email: null },
      target: `secret:${secretId}`,
      target_name: "first",
    });
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

  it("counts only the entries that match a filter", async () => {
    const { clientId } = await mintClient(id());
    await write([{ target: `client:${clientId}` }, { action: "client.created" }, {}]);
    const totalOf = async (query: Record<string, string>) =>
      fieldAt((await list(query)).body, "page.total");
    expect(await totalOf({})).toBe(3);
    expect(await totalOf({ client_id: clientId })).toBe(1);
    expect(await totalOf({ action: "client.created" })).toBe(1);
  });

  it("paginates, and still returns totals past the last page", async () => {
    await write([{}, {}, {}]);
    const second = await list({ page_size: "2", page_no: "2" });
    expect(second.body.items).toHaveLength(1);
    expect(second.body.page).toMatchObject({
      item_total: 1,
      total: 3,
      has_previous: true,
      has_next: false,
    });
    const past = await list({ page_no: "9" });
    expect(past.body).toMatchObject({ items: [], page: { item_total: 0, total: 3 } });
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
    expect(status).toBe(400);
    expect(fieldAt(body, "errors.0.path")).toBe(name);
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
    expect(fieldAt(body, "page.total")).toBe(2);
    expect(listOf(body.items).map((entry) => entry.target_name)).toEqual([null, null]);
  });

  it("shows a row that was inserted by hand", async () => {
    await write([{}]);
    await tamperWithAudit(
      `UPDATE audit_rows SET actor = 'nobody', target = '', before = '[1]' WHERE organization_id = $1`,
      id(),
    );
    const { body } = await list();
    expect(listOf(body.items)[0]).toMatchObject({
      before: { value: [1] },
      actor: { type: "nobody" },
    });
  });
});

describe("a request denied for lack of a permission", () => {
  const OTHER = `client:${newId()}`;

  async function denials() {
    return db().auditRow.findMany({
      where: { organizationId: id(), action: "access.refused" },
      orderBy: { id: "asc" },
      select: { actor: true, target: true, after: true },
    });
  }

  const revoke = (as: RouteCall["as"], client_id = newId()) =>
    call(revokeSecret, { params: { client_id, secret_id: newId() }, as });

  it("writes an audit row with the caller and the operation, at most one per minute for the same pair", async () => {
    const as = await member("auditor");
    const denied = newId();
    for (const clientId of [denied, newId(), newId()]) {
      expect((await revoke(as, clientId)).status).toBe(403);
    }
    const developer = await member("developer");
    expect((await list({}, { as: developer })).status).toBe(403);
    expect(await denials()).toEqual([
      {
        actor: `user:${as.userId}`,
        target: `client:${denied}`,
        after: { operation: "revokeSecret", permission: "clients:write" },
      },
      {
        actor: `user:${developer.userId}`,
        target: "operation:listAudit",
        after: { operation: "listAudit", permission: "audit:read" },
      },
    ]);
  });

  it("names the client whose token lacked the scope", async () => {
    const { token, client } = await mintManagementToken(id(), []);
    expect((await revoke(token, "no-id")).status).toBe(403);
    expect(await denials()).toMatchObject([
      { actor: `client:${client.clientId}`, target: "operation:revokeSecret" },
    ]);
  });

  it("writes no row for strangers, other organizations' members, or allowed requests", async () => {
    const otherOrganization = await mintOrganization();
    expect((await revoke(undefined)).status).toBe(401);
    expect((await revoke("lkn_made-up")).status).toBe(401);
    expect((await revoke(otherOrganization.owner)).status).toBe(404);
    await list({ target: OTHER });
    expect(await denials()).toEqual([]);
  });
});

describe("GET audit/verify", () => {
  const verify = () => call(verifyAudit);

  it("confirms that the log is intact, or shows where it was changed", async () => {
    await write([{}, {}]);
    expect((await verify()).body).toMatchObject({ intact: true, entries: 2, broken: null });
    await tamperWithAudit(
      "UPDATE audit_rows SET action = 'client.created' WHERE organization_id = $1",
      id(),
    );
    expect((await verify()).body).toMatchObject({
      intact: false,
      entries: 0,
      hash: null,
      broken: { kind: "changed", entry: { action: "client.created" } },
    });
  });

  it("reports a row with an impossible timestamp", async () => {
    await write([{}]);
    await tamperWithAudit(
      "UPDATE audit_rows SET created_at = 'infinity' WHERE organization_id = $1",
      id(),
    );
    expect(fieldAt((await verify()).body, "broken.entry.created_at")).toBeNull();
  });
});
