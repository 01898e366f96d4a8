import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import {
  findAuthenticationTime,
  findCredentials,
  findOwnCredentials,
} from "@/lib/identity/sessions/check-password";
import { findOrganizationMemberships } from "@/lib/identity/sessions/list-organization-memberships";
import { endSessions, openSessionAfter } from "@/lib/identity/sessions/open-session";
import { findPendingSession, takePendingSession } from "@/lib/identity/sessions/pending-session";
import { findSession } from "@/lib/identity/sessions/read-session";
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
  const pending = { secondFactorPending: true };
  const past = { endedAt: new Date() };

  it.each([
    ["live", {}, "live"],
    ["waiting for the second factor", pending, "pending"],
    ["ended", past, null],
    ["ended while it waited", { ...pending, ...past }, null],
    ["expired (security 43)", { expiresAt: aMinuteAgo() }, null],
    ["expired while it waited", { ...pending, expiresAt: aMinuteAgo() }, null],
  ])("that is %s is found only as what it is", async (_what, columns, kind) => {
    const sessionId = await mintSession(person.userId, columns);
    const expected = { sessionId, userId: person.userId };
    const isLive = kind === "live" ? expect.objectContaining(expected) : null;
    const isPending = kind === "pending" ? expect.objectContaining(expected) : null;
    const find = async () => [await findSession(sessionId), await findPendingSession(sessionId)];
    expect(await find()).toEqual([isLive, isPending]);
    const waiting = await mintSession(person.userId, columns);
    const takes = [
      await takePendingSession(db(), waiting),
      await takePendingSession(db(), waiting),
    ];
    expect(takes).toEqual([kind === "pending", false]);
    await change({ deactivatedAt: new Date() });
    expect(await find()).toEqual([null, null]);
  });

  it("is found by its id, and taken alone", async () => {
    const [sessionId, other] = [
      await mintSession(person.userId, pending),
      await mintSession(person.userId, pending),
    ];
    expect([await findSession(newId()), await findPendingSession(newId())]).toEqual([null, null]);
    expect(await takePendingSession(db(), newId())).toBe(false);
    expect(await takePendingSession(db(), sessionId)).toBe(true);
    expect(await findPendingSession(other)).not.toBeNull();
  });

  it("ends alone, and only once", async () => {
    const [sessionId, other] = [await mintSession(person.userId), await mintSession(person.userId)];
    const endedAt = aMinuteAgo();
    const earlier = await mintSession(person.userId, { endedAt });
    for (const id of [sessionId, earlier]) await endSessions(db(), { id });
    expect(await findSession(sessionId)).toBeNull();
    expect(await findSession(other)).not.toBeNull();
    const row = await db().userSession.findUniqueOrThrow({ where: { id: earlier } });
    expect(row.endedAt).toEqual(endedAt);
  });
});

describe("what sign-in knows about a person", () => {
  it("is found by the email address, in lower case", async () => {
    expect(await findCredentials(person.email)).toMatchObject({
      id: person.userId,
      hasSecondFactor: false,
      isOperator: false,
    });
    expect(await findCredentials(`other-${person.email}`)).toBeNull();
  });

  it("includes a confirmed second factor, and whether they are an operator", async () => {
    const operator = await mintOperator();
    const { userId } = operator;
    await mintSecondFactor(userId);
    const facts = { hasSecondFactor: true, isOperator: true };
    expect(await findCredentials(operator.email)).toMatchObject(facts);
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
    const pending = { sessionId: from, userId: person.userId };
    const to = await openSessionAfter(db(), pending, { ipAddress: null, userAgent: null });
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
