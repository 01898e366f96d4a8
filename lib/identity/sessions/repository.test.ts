import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { endSession } from "@/lib/identity/sessions/end-session";
import {
  findAuthenticationTime,
  findCredentials,
  findOrganizationMemberships,
  findOwnCredentials,
  findPendingSession,
  findSession,
  moveProviderSession,
} from "@/lib/identity/sessions/repository";
import { type MintedUser, mintOrganization, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintSession } from "@/test/factories/mint-scene";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

let person: MintedUser;

beforeEach(async () => {
  person = await mintUser();
});

const change = (data: Prisma.UserUncheckedUpdateInput) =>
  db().user.update({ where: { id: person.userId }, data });

describe("a session", () => {
  it("is found while it is live, and belongs to its person", async () => {
    const sessionId = await mintSession(person.userId);
    expect(await findSession(sessionId)).toMatchObject({ sessionId, userId: person.userId });
    expect(await findSession(newId())).toBeNull();
  });

  it.each([
    ["ended", { endedAt: new Date() }],
    ["expired", { expiresAt: aMinuteAgo() }],
    ["waiting for the second factor", { secondFactorPending: true }],
  ])("is not found if it is %s", async (_what, columns) => {
    expect(await findSession(await mintSession(person.userId, columns))).toBeNull();
  });

  it("is not found once the account is deactivated", async () => {
    const sessionId = await mintSession(person.userId);
    await change({ deactivatedAt: new Date() });
    expect(await findSession(sessionId)).toBeNull();
  });

  it("ends alone, and only once", async () => {
    const [sessionId, other] = [await mintSession(person.userId), await mintSession(person.userId)];
    const endedAt = aMinuteAgo();
    const earlier = await mintSession(person.userId, { endedAt });
    await endSession(sessionId);
    await endSession(earlier);
    expect(await findSession(sessionId)).toBeNull();
    expect(await findSession(other)).not.toBeNull();
    const row = await db().userSession.findUniqueOrThrow({ where: { id: earlier } });
    expect(row.endedAt).toEqual(endedAt);
  });
});

describe("a session that waits for the second factor", () => {
  const pending = { secondFactorPending: true };

  it("is found by its id", async () => {
    const sessionId = await mintSession(person.userId, pending);
    expect(await findPendingSession(sessionId)).toMatchObject({ sessionId, userId: person.userId });
    expect(await findPendingSession(newId())).toBeNull();
  });

  it.each([
    ["it got one", { secondFactorPending: false }],
    ["it ended", { ...pending, endedAt: new Date() }],
    ["it expired", { ...pending, expiresAt: aMinuteAgo() }],
  ])("is not found if %s", async (_what, columns) => {
    expect(await findPendingSession(await mintSession(person.userId, columns))).toBeNull();
  });

  it("is not found once the account is deactivated", async () => {
    const sessionId = await mintSession(person.userId, pending);
    await change({ deactivatedAt: new Date() });
    expect(await findPendingSession(sessionId)).toBeNull();
  });
});

describe("what sign-in knows about a person", () => {
  it("is found by the email address, in lower case", async () => {
    expect(await findCredentials(person.email)).toMatchObject({
      ...{ id: person.userId, hasSecondFactor: false, isOperator: false },
    });
    expect(await findCredentials(`other-${person.email}`)).toBeNull();
  });

  it("includes a confirmed second factor, and whether they are an operator", async () => {
    const operator = await mintOperator();
    const { userId } = operator;
    await mintSecondFactor(userId);
    const found = { hasSecondFactor: true, isOperator: true };
    expect(await findCredentials(operator.email)).toMatchObject(found);
    await db().secondFactor.update({ where: { userId }, data: { confirmedAt: null } });
    expect(await findCredentials(operator.email)).toMatchObject({ hasSecondFactor: false });
  });

  it.each([
    ["has no password", { passwordHash: null }],
    ["is deactivated", { deactivatedAt: new Date() }],
  ])("is nothing if the account %s", async (_what, data) => {
    await change(data);
    expect(await findCredentials(person.email)).toBeNull();
    expect(await findOwnCredentials(person.userId)).toBeNull();
  });

  it("is found for the signed-in person too, unless they have no email address", async () => {
    await mintUser();
    expect(await findOwnCredentials(person.userId)).toMatchObject({ email: person.email });
    await change({ email: null, passwordHash: null });
    expect(await findOwnCredentials(person.userId)).toBeNull();
  });
});

describe("what a session remembers of the sign-in provider", () => {
  const authenticatedAt = aMinuteAgo();

  async function mintProviderSession() {
    const sessionId = await mintSession(person.userId);
    await db().providerSession.create({
      data: { id: newId(), sessionId, secondFactor: true, authenticatedAt, ignoredClaims: [] },
    });
    return sessionId;
  }

  it("is when its own person was authenticated there", async () => {
    const sessionId = await mintProviderSession();
    expect(await findAuthenticationTime(sessionId, person.userId)).toEqual(authenticatedAt);
    expect(await findAuthenticationTime(sessionId, (await mintUser()).userId)).toBeNull();
    expect(
      await findAuthenticationTime(await mintSession(person.userId), person.userId),
    ).toBeNull();
  });

  it("passes to the session that replaces it, and no other does", async () => {
    const [from, other] = [await mintProviderSession(), await mintProviderSession()];
    const to = await mintSession(person.userId);
    await moveProviderSession(db(), from, to);
    expect(await findAuthenticationTime(to, person.userId)).toEqual(authenticatedAt);
    expect(await findAuthenticationTime(from, person.userId)).toBeNull();
    expect(await findAuthenticationTime(other, person.userId)).toEqual(authenticatedAt);
  });
});

it("a person's memberships are their own", async () => {
  const { organizationId, owner } = await mintOrganization();
  await mintOrganization();
  const expected = [{ id: organizationId, role: "owner", requiresSecondFactor: false }];
  expect(await findOrganizationMemberships(owner.userId)).toMatchObject(expected);
});
