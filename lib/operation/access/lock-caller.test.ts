import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import type { Permission } from "@/lib/core/permissions/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import { lockCaller, lockPlatformCaller } from "@/lib/operation/access/lock-caller";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { mintClient, mintMember, mintOrganization } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";

const SCOPES = ["organization/clients/read", "organization/clients/write"];
let organizationId: string;

beforeEach(async () => {
  ({ organizationId } = await mintOrganization());
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

  it.each(["a client", "a person through an extension"])(
    "has what the token allows and the client still has: %s",
    async (who) => {
      const { clientId } = await mintClient(organizationId, { scopes: SCOPES.slice(0, 1) });
      const callerWith = async (scopes: string[]): Promise<Caller> =>
        who === "a client"
          ? { kind: "client", organizationId, clientId, scopes }
          : { ...(await mintDeveloper()), through: { clientId, scopes } };
      const caller = await callerWith(SCOPES);
      const scopes = SCOPES.slice(0, 1);
      expect(await lock(caller, "clients:read")).toMatchObject(
        caller.kind === "client" ? { scopes } : { through: { clientId, scopes } },
      );
      const denial = { code: "insufficient_scope" };
      await expect(lock(caller, "clients:write")).rejects.toMatchObject(denial);
      await expect(lock(await callerWith([]), "clients:read")).rejects.toMatchObject(denial);
    },
  );

  it("is rejected once its client was deactivated", async () => {
    const { clientId } = await mintClient(organizationId, { scopes: SCOPES, isActive: false });
    const caller: Caller = { kind: "client", organizationId, clientId, scopes: SCOPES };
    await expect(lock(caller, "clients:read")).rejects.toMatchObject({ code: "invalid_token" });
  });

  it("locks its own organization and no other", async () => {
    const { organizationId: other } = await mintOrganization();
    const caller = await mintDeveloper();
    await transaction(async (tx) => {
      await lockCaller(tx, caller, "clients:read");
      const unlocked =
        "SELECT id FROM organizations WHERE id = ANY($1) FOR NO KEY UPDATE SKIP LOCKED";
      const { rows } = await pool().query(unlocked, [[organizationId, other]]);
      expect(rows).toEqual([{ id: other }]);
    });
  });
});

describe("an operator whose request waits for a lock", () => {
  const asOperator = (userId: string) => ({ kind: "operator", userId, role: "operator" }) as const;
  const lockPlatform = (caller: PlatformCaller) =>
    transaction((tx) => lockPlatformCaller(tx, caller, "directory:write"));

  it("continues while they are an operator, and not as support or without a role", async () => {
    const { userId } = await mintOperator();
    await lockPlatform(asOperator(userId));
    const support = { operatorRole: "support", operatorSource: "local" } as const;
    for (const [data, message] of [
      [support, /support/],
      [{ operatorRole: null, operatorSource: null }, /^You are no longer an operator\.$/],
    ] as const) {
      await db().user.update({ where: { id: userId }, data });
      const denial = { code: "forbidden", message: expect.stringMatching(message) };
      await expect(lockPlatform(asOperator(userId))).rejects.toMatchObject(denial);
    }
  });

  it("is locked, and no one else is", async () => {
    const [{ userId }, { userId: other }] = [await mintOperator(), await mintOperator()];
    await transaction(async (tx) => {
      await lockPlatformCaller(tx, asOperator(userId), "keys:write");
      const unlocked = "SELECT id FROM users WHERE id = ANY($1) FOR UPDATE SKIP LOCKED";
      const { rows } = await pool().query(unlocked, [[userId, other]]);
      expect(rows).toEqual([{ id: other }]);
    });
  });

  it("is not asked for when the caller is a service key", async () => {
    await lockPlatform({ kind: "service_key", keyId: "k", secretId: "s", scopes: [] });
  });
});
