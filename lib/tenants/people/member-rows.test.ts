import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import type { Tenant } from "@/lib/tenants/membership/tenants";
import {
  findMember,
  findMembersWithoutFactor,
  listMemberRows,
} from "@/lib/tenants/people/member-rows";
import { type MintedUser, mintMember, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintSession } from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

let organizationId: string;
let tenant: Tenant<"organization">;
let owner: MintedUser;
let developer: MintedUser;

beforeEach(async () => {
  ({ organizationId, owner } = await mintOrganization());
  tenant = { kind: "organization", id: organizationId };
  developer = await mintMember(organizationId, "developer");
  await mintMember((await mintOrganization()).organizationId, "admin");
});

const listAll = (isCounted = true) =>
  listMemberRows(tenant, { after: null, limit: 10, offset: 0, isCounted });
const find = ({ userId }: MintedUser) => findMember(db(), tenant, userId);
/** What the list and the single query say about the developer. */
const findBoth = async () => {
  const { rows } = await listAll();
  return [await find(developer), rows.find(({ userId }) => userId === developer.userId)];
};

describe("a member", () => {
  it("is found in the list and alone, in their own organization", async () => {
    const expected = { userId: developer.userId, email: developer.email, role: "developer" };
    for (const row of await findBoth()) expect(row).toMatchObject(expected);
    const elsewhere = { ...tenant, id: (await mintOrganization()).organizationId };
    expect(await findMember(db(), elsewhere, developer.userId)).toBeNull();
    expect(await find(await mintUser())).toBeNull();
  });

  it("has a second factor once they confirmed their own", async () => {
    await mintSecondFactor(owner.userId);
    for (const row of await findBoth()) expect(row?.hasSecondFactor).toBe(false);
    await mintSecondFactor(developer.userId);
    for (const row of await findBoth()) expect(row?.hasSecondFactor).toBe(true);
    const { userId } = developer;
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    for (const row of await findBoth()) expect(row?.hasSecondFactor).toBe(false);
  });

  it("last signed in when their latest session began that is not waiting for a second factor", async () => {
    const { userId } = developer;
    await db().userSession.deleteMany({ where: { userId } });
    for (const row of await findBoth()) expect(row?.lastSignedInAt).toBeNull();
    const [first, second] = [new Date(1_000), new Date(2_000)];
    await mintSession(userId, { createdAt: first });
    await mintSession(userId, { createdAt: second, secondFactorPending: true });
    for (const row of await findBoth()) expect(row?.lastSignedInAt).toEqual(first);
  });
});

it("the list of members has all of them, oldest membership first, and goes on after one", async () => {
  const { rows, total } = await listAll();
  expect(rows.map(({ userId }) => userId)).toEqual([owner.userId, developer.userId]);
  expect(total).toBe(2);
  expect(await listAll(false)).toMatchObject({ total: 0, rows: [{}, {}] });
  const after = { id: owner.userId, value: rows[0]?.createdAt.toISOString() ?? "" };
  const rest = await listMemberRows(tenant, { after, limit: 10, offset: 0, isCounted: true });
  expect(rest.rows.map(({ userId }) => userId)).toEqual([developer.userId]);
});

it("members without a second factor are those who have not confirmed one", async () => {
  const unconfirmed = await mintMember(organizationId, "admin");
  await mintSecondFactor(owner.userId);
  await mintSecondFactor(unconfirmed.userId);
  const where = { userId: unconfirmed.userId };
  await db().secondFactor.update({ where, data: { confirmedAt: null } });
  const people = await findMembersWithoutFactor(organizationId);
  expect(people.map(({ id }) => id).toSorted()).toEqual(
    [developer.userId, unconfirmed.userId].toSorted(),
  );
});
