import { beforeAll, describe, expect, it } from "vitest";
import { exportPlatformAudit } from "@/lib/audit/export-audit";
import { listPlatformAudit } from "@/lib/audit/list-audit";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { verifyPlatformAudit } from "@/lib/audit/verify-audit";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { serviceScopes } from "@/lib/core/platform-permissions";
import { totalOf } from "@/lib/core/schemas/total-of";
import type { Operation } from "@/lib/operation/operation";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import {
  type MintedUser,
  mintCompany,
  mintManagementToken,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { tamperWithAudit } from "@/test/factories/mint-audit";
import { mintOperator, mintServiceKey, mintServiceToken } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt } from "@/test/requests/read-json";

// The platform has one log, which is counted here and broken in the end.
takeOwnDatabase();

const OPERATIONS = [listPlatformAudit, exportPlatformAudit, verifyPlatformAudit];

let operator: MintedUser;
let support: MintedUser;
let companyId: number;
let keyId: string;
let personId: string;

const call = (
  operation: Operation,
  as: MintedUser | string | undefined,
  query: Record<string, string> = {},
) => callRoute(operation, { params: {}, query, ...(as && { as }) });

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

  it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    "%s is denied to everyone but operators and support; only a service key's attempt is recorded",
    async (_name, operation) => {
      const { organizationId, owner } = await mintOrganization();
      const { token } = await mintManagementToken(organizationId, ["organization/audit/read"]);
      const withoutGate = serviceScopes.filter((scope) => scope !== "platform/gate");
      const callers: [MintedUser | string | undefined, number][] = [
        [undefined, 401],
        ["not a token", 401],
        [token, 401],
        [owner, 403],
        [await mintServiceToken(withoutGate), 403],
      ];
      const countRows = () => db().auditRow.count({ where: { organizationId: null } });
      const recorded = await countRows();
      for (const [as, status] of callers) expect((await call(operation, as)).status).toBe(status);
      expect(await countRows()).toBe(recorded + 1);
    },
  );

  it("verifies, and reports the first entry that was changed", async () => {
    const { body } = await call(verifyPlatformAudit, support);
    expect(body).toMatchObject({ intact: true, erased: 1, broken: null });
    const action = newId();
    await tamperWithAudit(
      "UPDATE audit_rows SET action = $1 WHERE organization_id IS NULL AND action = 'company.created'",
      action,
    );
    const { body: broken } = await call(verifyPlatformAudit, support);
    expect(broken).toMatchObject({ intact: false, broken: { kind: "changed", entry: { action } } });
  });
});
