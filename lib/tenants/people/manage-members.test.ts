import { beforeEach, describe, expect, it } from "vitest";
import { revokeSecretsBeyondAccess } from "@/lib/clients/secrets/excess-secrets";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { organizationRoles, rolePermissions } from "@/lib/core/permissions/permissions";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { rolesOfCaller, rolesWithin } from "@/lib/tenants/membership/tenants";
import { leaveOrganization } from "@/lib/tenants/organizations/members/members";
import { changeMembership, lockCompanyMembers } from "@/lib/tenants/people/manage-members";
import {
  mintClient,
  mintCompanyMember,
  mintHolder,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { sellerOf, sessionOf } from "@/test/factories/page-callers";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";

const organizationId = "6740f1c2a9d34e0b7c51f0ff";
const through = (scopes: readonly string[]) => ({
  clientId: "client",
  scopes: scopes.map((scope) => `organization/${scope}`),
});
const person = { kind: "user", organizationId, userId: "user", role: "owner" } as const;

it("no role of an organization gives or takes one with a permission that it lacks", () => {
  for (const role of organizationRoles) {
    const own = rolePermissions[role];
    const within = own.includes("members:write")
      ? organizationRoles.filter((other) =>
          rolePermissions[other].every((each) => own.includes(each)),
        )
      : [];
    expect(rolesWithin("organization", role)).toEqual(within);
  }
});

it("a token gives and takes only the roles that its scopes cover, also through an owner", () => {
  const bearer = through(["members/read", "members/write", "clients/read", "audit/read"]);
  const callers: Caller[] = [
    { kind: "client", organizationId, ...bearer },
    { ...person, through: bearer },
  ];
  for (const caller of callers) expect(rolesOfCaller(caller)).toEqual(["auditor"]);
  const readsOnly = through(["members/read", "clients/read", "audit/read"]);
  expect(rolesOfCaller({ ...person, through: readsOnly })).toEqual([]);
  expect(rolesOfCaller({ ...person, through: through([]) })).toEqual([]);
});

const info = { requestId: newId(), ipAddress: null, userAgent: null };
const SECRETS = "organization/clients/secrets";
const MEMBERS = "organization/members/read";
let caller: Caller & { kind: "user" };

beforeEach(async () => {
  const { organizationId, owner } = await mintOrganization();
  caller = { kind: "user", organizationId, userId: owner.userId, role: "owner" };
});

it("a person cannot leave with an access token", async () => {
  const { organizationId, userId } = caller;
  const scopes = [SECRETS, MEMBERS];
  const { clientId } = await mintClient(organizationId, { scopes });
  const bearer = { clientId, scopes };
  for (const sender of [
    { ...caller, through: bearer },
    { kind: "client" as const, organizationId, ...bearer },
  ]) {
    const leaving = perform(leaveOrganization, {
      query: { revoke_secrets: "false" },
      caller: sender,
      info,
    });
    await expect(leaving).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await db().organizationMember.count({ where: { userId } })).toBe(1);
});

describe("a client that loses scopes", () => {
  const lose = (clientId: string) =>
    revokeSecretsBeyondAccess(
      db(),
      { actor: `client:${clientId}`, remaining: { scopes: [] } },
      { caller, info, revokeSecrets: false },
    );

  it("keeps its own secrets, and none of a client that can do more", async () => {
    const ownClient = await mintClient(caller.organizationId, { scopes: [SECRETS] });
    await mintHolder(ownClient.secretId, `client:${ownClient.clientId}`);
    await lose(ownClient.clientId);
    const stronger = await mintClient(caller.organizationId, { scopes: [SECRETS] });
    await mintHolder(stronger.secretId, `client:${ownClient.clientId}`);
    await expect(lose(ownClient.clientId)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a change of a company's people", () => {
  const lock = (companyId: number, userId: string) =>
    lockCompanyMembers(db(), { ...sellerOf(companyId), ...sessionOf(userId) }, info);

  it("is not for a person who has left it", async () => {
    const { companyId } = await mintOrganization();
    const locking = lock(companyId, (await mintUser()).userId);
    await expect(locking).rejects.toMatchObject({ code: "not_found" });
  });

  it("does not bring back a person that the platform removes at the same time", async () => {
    const { companyId, owner } = await mintOrganization();
    const { userId } = await mintCompanyMember(companyId, "staff");
    const context = await lock(companyId, owner.userId);
    const { change } = await transaction(async (tx) => {
      await tx.companyMember.deleteMany({ where: { userId } });
      const request = { userId, role: "admin", action: "role_changed" } as const;
      const change = changeMembership(context, request).catch((error: unknown) => error);
      await untilBlockedByTransaction(tx);
      return { change };
    });
    expect(await change).toMatchObject({ code: "not_found" });
    expect(await db().companyMember.count({ where: { userId } })).toBe(0);
  });
});
