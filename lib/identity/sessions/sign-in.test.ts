import { hash, verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { replacePasswordHash, signIn } from "@/lib/identity/sessions/check-password";
import { MINTED_PASSWORD, type MintedUser, mintUser } from "@/test/factories/mint";
import { newAddress } from "@/test/requests/own-address";

const PER_ACCOUNT = 10;
const PER_NETWORK = 50;

let person: MintedUser;
let here: string;

beforeEach(async () => {
  person = await mintUser();
  // The limit on a network applies across accounts, so each test uses its own network.
  here = newAddress();
});

const attempt = (password: string, ipAddress = here, email = person.email) =>
  signIn(email, password, { ipAddress, userAgent: "a browser" });
const success = () => expect.objectContaining({ userId: person.userId });

async function fail(times: number, email = () => person.email): Promise<void> {
  const failures = Array.from({ length: times }, () => attempt("wrong", here, email()));
  expect(await Promise.all(failures)).toEqual(failures.map(() => null));
}

describe("signing in", () => {
  it("opens a 12-hour session that records the address and browser", async () => {
    const newSession = await attempt(MINTED_PASSWORD, here, ` ${person.email.toUpperCase()} `);
    expect(newSession).toEqual(success());
    const where = { id: newSession?.sessionId ?? "" };
    const row = await db().userSession.findUniqueOrThrow({ where });
    expect(row).toMatchObject({ ipAddress: here, userAgent: "a browser", endedAt: null });
    const hours = (row.expiresAt.getTime() - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(12, 1);
  });

  it("opens no session for a wrong password, an unknown address, or a deactivated person", async () => {
    const sessions = () => db().userSession.count({ where: { userId: person.userId } });
    const before = await sessions();
    const unknown = `unknown-${person.email}`;
    for (const password of [`${MINTED_PASSWORD}!`, ""]) expect(await attempt(password)).toBeNull();
    for (const password of [MINTED_PASSWORD, "nobody has this password"]) {
      expect(await attempt(password, here, unknown)).toBeNull();
    }
    const data = { deactivatedAt: new Date() };
    await db().user.update({ where: { id: person.userId }, data });
    expect(await attempt(MINTED_PASSWORD)).toBeNull();
    expect(await sessions()).toBe(before);
  });
});

describe("a password with letters that keyboards type in two ways", () => {
  const COMPOSED = "Grüße aus Đà Nẵng und 서울 é".normalize("NFC");
  const DECOMPOSED = COMPOSED.normalize("NFD");
  const storedHash = async () => {
    const row = await db().user.findUniqueOrThrow({ where: { id: person.userId } });
    return row.passwordHash ?? "";
  };
  const store = (passwordHash: string) =>
    db().user.update({ where: { id: person.userId }, data: { passwordHash } });

  it("signs in either way, and the hash stays", async () => {
    await store(await hashPassword(DECOMPOSED));
    const before = await storedHash();
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await attempt(typed)).toEqual(success());
    expect(await storedHash()).toBe(before);
    expect(await verify(before, COMPOSED)).toBe(true);
  });

  it("whose hash is of the letters in two parts is accepted as typed, and both ways from then on", async () => {
    await store(await hash(DECOMPOSED));
    expect(await attempt(COMPOSED)).toBeNull();
    expect(await attempt(DECOMPOSED)).toEqual(success());
    expect(await verify(await storedHash(), COMPOSED)).toBe(true);
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await attempt(typed)).toEqual(success());
  });

  it("replaces no hash that was changed meanwhile", async () => {
    const old = await hash(DECOMPOSED);
    await store(old);
    const changed = await hashPassword("changed meanwhile");
    await replacePasswordHash(person.email, await hashPassword("another"), changed);
    expect(await storedHash()).toBe(old);
  });

  it("security 54: counts once in the limits, however many forms of it are checked", async () => {
    await store(await hashPassword(COMPOSED));
    const wrong = `${DECOMPOSED} wrong`;
    for (let times = 1; times < PER_ACCOUNT; times += 1) expect(await attempt(wrong)).toBeNull();
    expect(await attempt(DECOMPOSED)).toEqual(success());
    expect(await attempt(wrong)).toBeNull();
    await expect(attempt(COMPOSED)).rejects.toMatchObject({ code: "too_many_requests" });
  });
});

describe("security 54: guessing a password", () => {
  const blocked = { code: "too_many_requests", status: 429 };

  it("is blocked with Retry-After after 10 failures, here and for this account only", async () => {
    await fail(PER_ACCOUNT);
    await expect(attempt(MINTED_PASSWORD)).rejects.toMatchObject({
      ...blocked,
      headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
    });
    expect(await attempt(MINTED_PASSWORD, "198.51.100.1")).toEqual(success());
    expect(await attempt("wrong", here, `${newId()}@example.com`)).toBeNull();
  });

  it("is limited equally for an unknown email address", async () => {
    const email = `${newId()}@example.com`;
    await fail(PER_ACCOUNT, () => email);
    await expect(attempt("wrong", here, email)).rejects.toMatchObject(blocked);
  });

  it("is not circumvented by different spellings of the email address", async () => {
    await fail(PER_ACCOUNT, () => ` ${person.email.toUpperCase()}`);
    await expect(attempt(MINTED_PASSWORD)).rejects.toMatchObject(blocked);
  });

  it("is blocked for a network after 50 failures across people", async () => {
    await fail(PER_NETWORK, () => `${newId()}@example.com`);
    await expect(attempt(MINTED_PASSWORD)).rejects.toMatchObject(blocked);
    expect(await attempt(MINTED_PASSWORD, "198.51.100.2")).toEqual(success());
  });

  it("does not count correct passwords", async () => {
    for (let signedIn = 0; signedIn < PER_ACCOUNT + 2; signedIn += 1) {
      expect(await attempt(MINTED_PASSWORD)).not.toBeNull();
    }
  });
});
