import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import type { Permission } from "@/lib/core/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import { lockCaller, lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import {
  type MintedOrganization,
  mintClient,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

const SCOPES = ["organization/clients/read", "organization/clients/write"];
let organization: MintedOrganization;
let organizationId: string;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ organizationId } = organization);
});

const lock = (caller: Caller, permission: Permission) =>
  transaction((tx) => lockCaller(tx, caller, permission));

async function mintDeveloper(): Promise<Caller & { kind: "user" }> {
  const { userId } = await mintMember(organizationId, "developer");
  return { kind: "user", organizationId, userId, role: "owner" };
}

describe("a caller whose request waits for a lock", () => {
  it("has the role that they have then", async () => {
    const caller = await mintDeveloper();
    expect(await lock(caller, "clients:write")).toMatchObject({ role: "developer" });
    await expect(lock(caller, "members:write")).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is rejected once they are no longer a member", async () => {
    const caller = await mintDeveloper();
    await db().organizationMember.deleteMany({ where: { userId: caller.userId } });
    await expect(lock(caller, "clients:read")).rejects.toMatchObject({ code: "not_found" });
  });

  it("has the scopes of the token that the client still has", async () => {
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES.slice(0, 1) });
    const caller: Caller = { kind: "client", organizationId, clientId, scopes: SCOPES };
    expect(await lock(caller, "clients:read")).toMatchObject({ scopes: SCOPES.slice(0, 1) });
    const denial = { code: "insufficient_scope" };
    await expect(lock(caller, "clients:write")).rejects.toMatchObject(denial);
    const narrow = { ...caller, scopes: [] };
    await expect(lock(narrow, "clients:read")).rejects.toMatchObject(denial);
  });

  it("through an extension has what role and token still allow", async () => {
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES.slice(0, 1) });
    const caller: Caller = { ...(await mintDeveloper()), through: { clientId, scopes: SCOPES } };
    expect(await lock(caller, "clients:read")).toMatchObject({
      through: { clientId, scopes: SCOPES.slice(0, 1) },
    });
    const denial = { code: "insufficient_scope" };
    await expect(lock(caller, "clients:write")).rejects.toMatchObject(denial);
  });

  it("is rejected once its client was deactivated", async () => {
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES, isActive: false });
    const caller: Caller = { kind: "client", organizationId, clientId, scopes: SCOPES };
    await expect(lock(caller, "clients:read")).rejects.toMatchObject({ code: "invalid_token" });
  });

  it("locks its own organization and no other", async () => {
    const otherOrganization = await mintOrganization();
    const caller = await mintDeveloper();
    await transaction(async (tx) => {
      await lockCaller(tx, caller, "clients:read");
      const { rows } = await pool().query<{ id: string }>(
        "SELECT id FROM organizations WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED",
        [[organizationId, otherOrganization.organizationId]],
      );
      expect(rows).toEqual([{ id: otherOrganization.organizationId }]);
    });
  });
});

describe("an operator whose request waits for a lock", () => {
  const lockOperator = (userId: string) =>
    transaction((tx) =>
      lockPlatformCaller(tx, { kind: "operator", userId, role: "operator" }, "directory:write"),
    );

  it("continues with the role that they still have", async () => {
    await expect(lockOperator((await mintOperator()).userId)).resolves.toBeUndefined();
  });

  it("is rejected once they are no longer an operator", async () => {
    const { userId } = await mintOperator();
    await db().user.update({
      where: { id: userId },
      data: { operatorRole: null, operatorSource: null },
    });
    const denial = { code: "forbidden", message: "You are no longer an operator." };
    await expect(lockOperator(userId)).rejects.toMatchObject(denial);
  });

  it("is rejected once their role is support", async () => {
    const { userId } = await mintOperator("support");
    await expect(lockOperator(userId)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("is locked, and no one else is", async () => {
    const [{ userId }, other] = [await mintOperator(), await mintOperator()];
    await transaction(async (tx) => {
      await lockPlatformCaller(tx, { kind: "operator", userId, role: "operator" }, "keys:write");
      const { rows } = await pool().query<{ id: string }>(
        "SELECT id FROM users WHERE id = ANY($1) FOR UPDATE SKIP LOCKED",
        [[userId, other.userId]],
      );
      expect(rows).toEqual([{ id: other.userId }]);
    });
  });

  it("is not asked for when the caller is a service key", async () => {
    const key = { kind: "service_key", keyId: "k", secretId: "s", scopes: [] } as const;
    const locked = transaction((tx) => lockPlatformCaller(tx, key, "directory:write"));
    await expect(locked).resolves.toBeUndefined();
  });
});
