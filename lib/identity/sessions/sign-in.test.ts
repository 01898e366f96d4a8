import { beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { type MintedUser, mintUser } from "@/test/factories/mint";

const PASSWORD = "a long enough password";

let person: MintedUser;
let from: { ipAddress: string; userAgent: string };
let lastNetwork = 0;

beforeEach(async () => {
  // Failures are counted by network, so each test uses its own.
  lastNetwork += 1;
  from = { ipAddress: `2001:db8:78:${lastNetwork.toString(16)}::1`, userAgent: "a browser" };
  person = await mintUser();
  await db().user.update({
    where: { id: person.userId },
    data: { passwordHash: await hashPassword(PASSWORD) },
  });
});

const sessions = () => db().userSession.count({ where: { userId: person.userId } });

describe("signing in", () => {
  it("opens a 12-hour session that records the address and browser", async () => {
    const newSession = await signIn(person.email, PASSWORD, from);
    expect(newSession?.userId).toBe(person.userId);
    const row = await db().userSession.findUniqueOrThrow({
      where: { id: newSession?.sessionId ?? "" },
    });
    expect(row).toMatchObject({ ...from, endedAt: null });
    const hours = (row.expiresAt.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
  });

  it("ignores case and surrounding spaces in the email address", async () => {
    const newSession = await signIn(`  ${person.email.toUpperCase()} `, PASSWORD, from);
    expect(newSession?.userId).toBe(person.userId);
  });

  it("opens no session for a wrong password or an unknown email address", async () => {
    const before = await sessions();
    expect(await signIn(person.email, `${PASSWORD}!`, from)).toBeNull();
    expect(await signIn(person.email, "", from)).toBeNull();
    expect(await signIn(`not-${person.email}`, PASSWORD, from)).toBeNull();
    expect(await sessions()).toBe(before);
  });

  it("opens no session for an unknown address, whatever the password", async () => {
    const unknown = `unknown-${person.email}`;
    for (const password of [PASSWORD, "nobody has this password"]) {
      expect(await signIn(unknown, password, from)).toBeNull();
    }
  });

  it("opens no session for a deactivated person", async () => {
    const { userId } = person;
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    expect(await signIn(person.email, PASSWORD, from)).toBeNull();
  });
});
