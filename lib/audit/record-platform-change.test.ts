import { expect, it } from "vitest";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { walkPlatformChain } from "@/lib/audit/walk-chain";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { tamperWithAudit } from "@/test/factories/mint-audit";
import { takeOwnDatabase } from "@/test/process/own-database";

// The platform has one log, and these tests break it.
takeOwnDatabase();

const actor = `service_key:${newId()}`;
const info = { ipAddress: "192.0.2.7", requestId: newId() };
const change = { action: "company.updated", target: "company:7", after: { name: "Acme" } };

it("records changes in a chain that verifies, also under concurrent changes", async () => {
  await Promise.all(
    Array.from({ length: 10 }, () =>
      transaction((tx) => recordPlatformChange(tx, actor, info, change)),
    ),
  );
  expect(await walkPlatformChain()).toMatchObject({ intact: true, entries: 10 });
});

it("records nothing when the change is rolled back", async () => {
  const before = await walkPlatformChain();
  const failed = transaction(async (tx) => {
    await recordPlatformChange(tx, actor, info, change);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await walkPlatformChain()).toEqual(before);
});

it("keeps personal values apart and assigns them to the person of the target", async () => {
  const [operatorId, userId] = [newId(), newId()];
  const after = { email: "jane@shop.example", external_id: "u-1", status: "active" };
  const target = `user:${userId}`;
  await recordPlatformChange(db(), `operator:${operatorId}`, info, {
    action: "user.created",
    target,
    after,
  });
  const row = await db().auditRow.findFirstOrThrow({ where: { organizationId: null, target } });
  expect(row).toMatchObject({ after: { status: "active" }, ipAddress: null });
  const values = await db().auditPersonalValue.findMany({
    where: { userId: { in: [operatorId, userId] } },
    orderBy: { value: "asc" },
    select: { userId: true, value: true },
  });
  expect(values).toEqual([
    { userId: operatorId, value: info.ipAddress },
    { userId, value: "jane@shop.example" },
    { userId, value: "u-1" },
  ]);
});

it("detects a changed row and a missing one", async () => {
  const [first, second] = await db().auditRow.findMany({
    where: { organizationId: null },
    orderBy: { id: "asc" },
  });
  await tamperWithAudit("UPDATE audit_rows SET actor = 'x' WHERE id = $1", first?.id);
  expect((await walkPlatformChain()).broken).toMatchObject({
    kind: "changed",
    message: expect.stringMatching(/^Platform: row /),
  });
  await tamperWithAudit("DELETE FROM audit_rows WHERE id = $1", first?.id);
  expect((await walkPlatformChain()).broken).toMatchObject({
    kind: "unlinked",
    entry: { id: String(second?.id) },
  });
});

it("rejects changes to its rows by the service", async () => {
  await expect(db().auditRow.deleteMany()).rejects.toThrow("permission denied");
});
