import { beforeAll, expect, it } from "vitest";
import { recordChange } from "@/lib/audit/record-change";
import { walkOrganizationChain } from "@/lib/audit/walk-chain";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import {
  mintClient,
  mintCompanyMember,
  mintHolder,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintIdempotentRequest } from "@/test/factories/mint-idempotent-request";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { takeOwnDatabase } from "@/test/process/own-database";
import { actor, EMAIL, info, invite } from "@/test/requests/erasure-scene";

// An erasure searches what all requests sent, those of other tests included.
takeOwnDatabase();

let installation: Installation;

beforeAll(async () => {
  installation = await mintInstallation();
});

it("records of what others did under their own names and addresses stay", async () => {
  const { organizationId } = installation;
  const member = await mintMember(organizationId, "admin");
  const leaving = await mintMember(organizationId, "admin");
  for (const as of [member, leaving])
    await invite(organizationId, as, `${newId()}@example.com`, newId());
  await eraseUser(leaving.userId, actor, info);
  const of = (userId: string) => db().auditPersonalValue.count({ where: { userId } });
  expect([await of(member.userId), await of(leaving.userId)]).toEqual([1, 0]);
});

it("a request that ends after the erasure stores no personal data either", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "developer");
  await eraseUser(userId, actor, info);
  const lateChange = {
    action: "client.updated",
    target: `user:${userId}`,
    after: { email: EMAIL },
  };
  const caller = { kind: "user", organizationId, userId, role: "developer" } as const;
  await recordChange(db(), caller, info, lateChange);
  expect(await db().auditPersonalValue.count({ where: { userId } })).toBe(0);
  expect(await walkOrganizationChain(organizationId)).toMatchObject({ intact: true });
});

it("a secret that an erased person has seen is revoked if its client may act on the organization", async () => {
  const { organizationId } = installation;
  const { userId } = await mintMember(organizationId, "admin");
  const managing = await mintClient(organizationId, { scopes: ["organization/members/write"] });
  const selling = await mintClient(organizationId, { scopes: ["company/orders/read"] });
  for (const { secretId } of [managing, selling]) await mintHolder(secretId, `user:${userId}`);
  await eraseUser(userId, actor, info);
  const revoked = ({ secretId }: { secretId: string }) =>
    db().clientSecret.count({ where: { id: secretId, revokedAt: { not: null } } });
  expect([await revoked(managing), await revoked(selling)]).toEqual([1, 0]);
  const target = `secret:${managing.secretId}`;
  const rows = await db().auditRow.findMany({ where: { organizationId, target } });
  expect(rows).toMatchObject([{ action: "secret.revoked", actor, personal: null }]);
});

it("an operator cannot be erased, and nothing about them changes", async () => {
  const { userId } = await mintUser();
  const data = { operatorRole: "support", operatorSource: "local" } as const;
  const before = await db().user.update({ where: { id: userId }, data });
  await expect(eraseUser(userId, actor, info)).rejects.toMatchObject({ code: "conflict" });
  expect(await db().user.findUnique({ where: { id: userId } })).toEqual(before);
});

it("an interrupted erasure can be repeated", async () => {
  const { companyId } = installation;
  const { userId } = await mintCompanyMember(companyId, "staff");
  const now = new Date();
  await db().user.update({ where: { id: userId }, data: { deactivatedAt: now } });
  await eraseUser(userId, actor, info);
  const person = await db().user.findUniqueOrThrow({ where: { id: userId } });
  expect(person).toMatchObject({ email: null, deactivatedAt: now });
});

it("ten erasures of the same person at once take effect once", async () => {
  const { userId } = await mintUser();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => eraseUser(userId, actor, info)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const target = `user:${userId}`;
  expect(
    await db().auditRow.count({ where: { organizationId: null, target, action: "user.erased" } }),
  ).toBe(1);
});

it("a stored response whose encryption key is gone does not stop an erasure", async () => {
  const { organizationId } = await mintOrganization();
  await mintIdempotentRequest({ organizationId, actor, key: newId() }, true);
  const { userId } = await mintUser();
  await eraseUser(userId, actor, info);
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ email: null });
});
