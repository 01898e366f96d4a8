import { beforeAll, describe, expect, it } from "vitest";
import {
  exportPlatformAudit,
  listPlatformAudit,
  verifyPlatformAudit,
} from "@/lib/audit/read-audit";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { walkPlatformChain } from "@/lib/audit/walk-chain";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db, transaction } from "@/lib/core/db/client";
import { totalOf } from "@/lib/core/schemas/total-of";
import type { Operation } from "@/lib/operation/operation";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { type MintedUser, mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { tamperWithAudit } from "@/test/factories/mint-audit";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

// The platform has one log, which is counted here and broken in the end.
takeOwnDatabase();

let operator: MintedUser;
let support: MintedUser;
let companyId: number;
let keyId: string;
let personId: string;

const call = (operation: Operation, as: MintedUser | string, query: Record<string, string> = {}) =>
  callRoute(operation, { params: {}, query, as });

beforeAll(async () => {
  operator = await mintOperator("operator");
  support = await mintOperator("support");
  const company = await mintCompany();
  companyId = company.companyId;
  personId = company.seller.userId;
  keyId = (await mintServiceKey(["platform/directory/write"])).clientId;
  const info = { ipAddress: "192.0.2.7", requestId: "a-request" };
  await recordPlatformChange(db(), `service_key:${keyId}`, info, {
    action: "company.created",
    target: `company:${companyId}`,
    after: { name: "Blue Lotus Sarees" },
  });
  await recordPlatformChange(db(), `operator:${operator.userId}`, info, {
    action: "user.updated",
    target: `user:${personId}`,
    before: { email: "old@shop.example" },
    after: { email: "new@shop.example" },
  });
});

describe("the platform's audit log", () => {
  it("lists who changed what with current names and personal values, newest first", async () => {
    const { status, body } = await call(listPlatformAudit, support, { page_size: "50" });
    expect(status).toBe(200);
    const items = listPlatformAudit.returns.schema.parse(body).items;
    // The oldest entry is that of the service key.
    expect(items.slice(-3, -1)).toMatchObject([
      {
        actor: { type: "operator", id: operator.userId, name: "Asha Rao", email: operator.email },
        action: "user.updated",
        target_name: "Asha Rao",
        before: { email: "old@shop.example" },
        after: { email: "new@shop.example" },
        ip_address: "192.0.2.7",
      },
      {
        actor: { type: "service_key", id: keyId, name: "Minted" },
        action: "company.created",
        target: `company:${companyId}`,
        target_name: "Blue Lotus Sarees",
        after: { name: "Blue Lotus Sarees" },
      },
    ]);
  });

  it.each(["action", "target", "actor"] as const)("filters by %s", async (name) => {
    const value = {
      action: "company.created",
      target: `company:${companyId}`,
      actor: `service_key:${keyId}`,
    }[name];
    const query = { [name]: value, page_size: "50" };
    const { body } = await call(listPlatformAudit, operator, query);
    const { items } = listPlatformAudit.returns.schema.parse(body);
    expect(items.map(({ target }) => target)).toContain(`company:${companyId}`);
    for (const { action, target, actor } of items) {
      expect({ action, target, actor: `${actor.type}:${actor.id}` }[name]).toBe(value);
    }
  });

  it("names a person of a company who made a change, or that they were erased", async () => {
    const { userId } = await mintUser();
    const info = { ipAddress: "192.0.2.8", requestId: newId() };
    const change = { action: "company_member.left", target: `user:${userId}` };
    await recordPlatformChange(db(), `user:${userId}`, info, change);
    const query = { request_id: info.requestId, action: change.action };
    const actorNow = async () => {
      const { body } = await call(listPlatformAudit, operator, query);
      const [entry] = listPlatformAudit.returns.schema.parse(body).items;
      return [entry?.actor.name, entry?.target_name, entry?.ip_address];
    };
    expect(await actorNow()).toEqual(["Asha Rao", "Asha Rao", "192.0.2.8"]);
    await eraseUser(userId, `operator:${operator.userId}`, info);
    expect(await actorNow()).toEqual(["erased", "erased", "erased"]);
  });

  it("exports what existed when the export began, and records it", async () => {
    const { body: before } = await call(listPlatformAudit, operator);
    const total = totalOf(listPlatformAudit.returns.schema.parse(before).page);
    const { status, body } = await call(exportPlatformAudit, operator);
    expect(status).toBe(200);
    expect(exportPlatformAudit.returns.schema.parse(body).items).toHaveLength(total);
    const { body: after } = await call(listPlatformAudit, operator);
    expect(fieldAt(after, "items.0")).toMatchObject({
      action: "audit.exported",
      target: "platform",
      after: { format: "json" },
    });
  });

  it("rejects invalid filters and pages", async () => {
    const wrong = { page_size: "-1", page_no: "0", from: "yesterday" };
    for (const [name, value] of Object.entries(wrong)) {
      const { status } = await call(listPlatformAudit, operator, { [name]: value });
      expect(status, name).toBe(400);
    }
  });

  it("records an attempt of a service key, and none of a person without a role or a token of none", async () => {
    const { owner } = await mintOrganization();
    const key = await mintServiceToken(["platform/log/read"]);
    const recorded = await db().auditRow.count({ where: { organizationId: null } });
    for (const as of [owner, key]) expect((await call(listPlatformAudit, as)).status).toBe(403);
    expect((await call(listPlatformAudit, "not a token")).status).toBe(401);
    expect(await db().auditRow.count({ where: { organizationId: null } })).toBe(recorded + 1);
  });

  it("has one chain under concurrent changes, without those of a change that is rolled back", async () => {
    const info = { ipAddress: null, requestId: newId() };
    const change = { action: "company.updated", target: `company:${companyId}` };
    const record = (tx: Database) => recordPlatformChange(tx, "operator:shell", info, change);
    const before = await walkPlatformChain();
    await Promise.all(Array.from({ length: 10 }, () => transaction(record)));
    const after = await walkPlatformChain();
    expect(after).toMatchObject({ intact: true, entries: before.entries + 10 });
    const failed = transaction(async (tx) => {
      await record(tx);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await walkPlatformChain()).toEqual(after);
  });

  it("stores personal values apart, as those of the person in question", async () => {
    const [operatorId, userId] = [newId(), newId()];
    const [target, info] = [`user:${userId}`, { ipAddress: "192.0.2.9", requestId: newId() }];
    const after = { email: "jane@shop.example", external_id: "u-1", status: "active" };
    const change = { action: "user.created", target, after };
    await recordPlatformChange(db(), `operator:${operatorId}`, info, change);
    const row = await db().auditRow.findFirstOrThrow({ where: { organizationId: null, target } });
    expect(row).toMatchObject({ after: { status: "active" }, ipAddress: null });
    const values = await db().auditPersonalValue.findMany({
      where: { userId: { in: [operatorId, userId] } },
      orderBy: { value: "asc" },
    });
    expect(values.map((each) => [each.userId, each.value])).toEqual([
      [operatorId, info.ipAddress],
      [userId, "jane@shop.example"],
      [userId, "u-1"],
    ]);
  });

  it("cannot be changed by the service", async () => {
    await expect(db().auditRow.deleteMany()).rejects.toThrow("permission denied");
  });

  it("verifies, and reports the first entry that was changed", async () => {
    const { body } = await call(verifyPlatformAudit, support);
    expect(body).toMatchObject({ intact: true, erased: 1, broken: null });
    const action = newId();
    await tamperWithAudit(
      "UPDATE audit_rows SET action = $1 WHERE organization_id IS NULL AND action = 'company.created'",
      action,
    );
    const { body: broken } = await call(verifyPlatformAudit, support);
    const message = expect.stringMatching(/^Platform: row /);
    expect(broken).toMatchObject({
      intact: false,
      broken: { kind: "changed", entry: { action }, message },
    });
  });
});
