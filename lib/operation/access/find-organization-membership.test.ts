import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { readSessionId } from "@/lib/identity/sessions/session-cookie";
import { findOrganizationMembership } from "@/lib/operation/access/find-organization-membership";
import { type MintedUser, mintMember, mintOrganization } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

let lenient: string;
let strict: string;

beforeAll(async () => {
  lenient = (await mintOrganization()).organizationId;
  strict = (await mintOrganization()).organizationId;
  await db().organization.update({ where: { id: strict }, data: { requireSecondFactor: true } });
});

const find = (organizationId: string, { userId, cookie }: MintedUser) =>
  findOrganizationMembership(organizationId, { userId, sessionId: readSessionId(cookie) });

const signInAtProvider = ({ cookie }: MintedUser, secondFactor: boolean) =>
  db().providerSession.create({
    data: { id: newId(), sessionId: readSessionId(cookie) ?? "", secondFactor, ignoredClaims: [] },
  });

describe("a person's membership in an organization", () => {
  it("is in that organization only, with their role", async () => {
    const person = await mintMember(lenient, "developer");
    await mintMember(lenient, "owner");
    const membership = { role: "developer", lacksSecondFactor: false };
    expect(await find(lenient, person)).toEqual(membership);
    expect(await find(strict, person)).toBeNull();
  });

  it("lacks a second factor where one is required and the person has none", async () => {
    const person = await mintMember(strict, "admin");
    await mintSecondFactor((await mintMember(strict, "admin")).userId);
    await signInAtProvider(await mintMember(strict, "admin"), true);
    expect(await find(strict, person)).toEqual({ role: "admin", lacksSecondFactor: true });
  });

  it("lacks none once the person has confirmed one", async () => {
    const person = await mintMember(strict, "admin");
    const { userId } = person;
    await mintSecondFactor(userId);
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect(await find(strict, person)).toMatchObject({ lacksSecondFactor: true });
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: new Date() } });
    expect(await find(strict, person)).toMatchObject({ lacksSecondFactor: false });
  });

  it.each([true, false])(
    "lacks none in a session that used one at the sign-in provider (%s)",
    async (secondFactor) => {
      const person = await mintMember(strict, "admin");
      await signInAtProvider(person, secondFactor);
      expect(await find(strict, person)).toMatchObject({ lacksSecondFactor: !secondFactor });
      const { userId } = person;
      const elsewhere = await findOrganizationMembership(strict, { userId, sessionId: null });
      expect(elsewhere).toMatchObject({ lacksSecondFactor: true });
    },
  );
});
