import { beforeEach, describe, expect, it } from "vitest";
import { revokeExcessSecrets } from "@/lib/clients/secrets/excess-secrets";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Caller } from "@/lib/operation/access/caller";
import { perform } from "@/lib/operation/perform";
import { leaveOrganization } from "@/lib/tenants/organizations/members/leave-organization";
import { verifyOrganization } from "@/lib/tenants/organizations/verify-organization";
import { editCompany } from "@/lib/tenants/people/people-editor";
import { mintClient, mintHolder, mintOrganization, mintUser } from "@/test/factories/mint";
import { sellerOf, sessionOf } from "@/test/factories/page-callers";

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
    revokeExcessSecrets(
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

it("verifying an organization verifies no other", async () => {
  const { organizationId: id } = await mintOrganization();
  await verifyOrganization(caller.organizationId, true);
  const other = await db().organization.findUniqueOrThrow({ where: { id } });
  expect(other.verified).toBe(false);
});

describe("a change of a company's people", () => {
  const edit = (companyId: number, userId: string) =>
    editCompany(db(), { ...sellerOf(companyId), ...sessionOf(userId) }, info);

  it("is not for a person who has left it", async () => {
    const { companyId } = await mintOrganization();
    const editing = edit(companyId, (await mintUser()).userId);
    await expect(editing).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["joins", { after: { role: "staff" } }],
    ["leaves", { before: { role: "staff" } }],
  ])("is in the audit log with what was and what is, when a person %s", async (_what, change) => {
    const { companyId, owner } = await mintOrganization();
    const target = `user:${newId()}`;
    const { record } = await edit(companyId, owner.userId);
    await record({ action: "member.removed", target, ...change });
    const row = await db().auditRow.findFirstOrThrow({ where: { target } });
    const inCompany = { company_id: companyId, role: "staff" };
    expect([row.before, row.after]).toEqual([
      "before" in change ? inCompany : null,
      "after" in change ? inCompany : null,
    ]);
  });
});
