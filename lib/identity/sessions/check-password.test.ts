import { hash, verify } from "@node-rs/argon2";
import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { replacePasswordHash } from "@/lib/identity/sessions/repository";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { type MintedUser, mintUser } from "@/test/factories/mint";

const PASSWORD = "a long enough password";
const PER_ACCOUNT = 10;
const PER_NETWORK = 50;

let person: MintedUser;
let here: string;
let lastNetwork = 0;

beforeEach(async () => {
  person = await mintUser();
  // The limit on a network applies across accounts, so each test uses its own network.
  lastNetwork += 1;
  here = `2001:db8:54:${lastNetwork}::1`;
  const passwordHash = await hashPassword(PASSWORD);
  await db().user.update({ where: { id: person.userId }, data: { passwordHash } });
});

const attempt = (password: string, ipAddress = here, email = person.email) =>
  signIn(email, password, { ipAddress, userAgent: null });

async function fail(times: number, email = () => person.email): Promise<void> {
  const failures = Array.from({ length: times }, () => attempt("wrong", here, email()));
  expect(await Promise.all(failures)).toEqual(failures.map(() => null));
}

describe("a password with letters that keyboards type in two ways", () => {
  const COMPOSED = "Grüße aus Đà Nẵng und 서울 é".normalize("NFC");
  const DECOMPOSED = COMPOSED.normalize("NFD");
  const userId = () => person.userId;
  const storedHash = async () => {
    const row = await db().user.findUniqueOrThrow({ where: { id: userId() } });
    return row.passwordHash ?? "";
  };
  const store = (passwordHash: string) =>
    db().user.update({ where: { id: userId() }, data: { passwordHash } });

  it("signs in either way, and the hash stays", async () => {
    await store(await hashPassword(DECOMPOSED));
    const before = await storedHash();
    for (const typed of [COMPOSED, DECOMPOSED]) {
      expect(await attempt(typed)).toMatchObject({ userId: userId() });
    }
    expect(await storedHash()).toBe(before);
    expect(await verify(before, COMPOSED)).toBe(true);
  });

  it("whose hash is of the letters in two parts is accepted as typed, and both ways from then on", async () => {
    await store(await hash(DECOMPOSED));
    expect(await attempt(COMPOSED)).toBeNull();
    expect(await attempt(DECOMPOSED)).toMatchObject({ userId: userId() });
    expect(await verify(await storedHash(), COMPOSED)).toBe(true);
    expect(await attempt(COMPOSED)).toMatchObject({ userId: userId() });
    expect(await attempt(DECOMPOSED)).toMatchObject({ userId: userId() });
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
    expect(await attempt(DECOMPOSED)).toMatchObject({ userId: userId() });
    expect(await attempt(wrong)).toBeNull();
    await expect(attempt(COMPOSED)).rejects.toMatchObject({ code: "slow_down" });
  });
});

describe("security 54: guessing a password", () => {
  it("is blocked with Retry-After after 10 failures, even with the correct password", async () => {
    await fail(PER_ACCOUNT);
    await expect(attempt(PASSWORD)).rejects.toMatchObject({
      code: "slow_down",
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) },
    });
  });

  it("blocks only that account and network: others can still sign in", async () => {
    await fail(PER_ACCOUNT);
    expect(await attempt(PASSWORD, "198.51.100.1")).toMatchObject({ userId: person.userId });
    expect(await attempt("wrong", here, `${newId()}@example.com`)).toBeNull();
  });

  it("is limited equally for an unknown email address", async () => {
    const email = `${newId()}@example.com`;
    await fail(PER_ACCOUNT, () => email);
    await expect(attempt("wrong", here, email)).rejects.toMatchObject({ code: "slow_down" });
  });

  it("is not circumvented by different spellings of the email address", async () => {
    await fail(PER_ACCOUNT, () => ` ${person.email.toUpperCase()}`);
    await expect(attempt(PASSWORD)).rejects.toMatchObject({ code: "slow_down" });
  });

  it("is blocked for a network after 50 failures across people", async () => {
    await fail(PER_NETWORK, () => `${newId()}@example.com`);
    await expect(attempt(PASSWORD)).rejects.toMatchObject({ code: "slow_down" });
    expect(await attempt(PASSWORD, "198.51.100.2")).toMatchObject({ userId: person.userId });
  });

  it("does not count correct passwords", async () => {
    for (let signedIn = 0; signedIn < PER_ACCOUNT + 2; signedIn += 1) {
      expect(await attempt(PASSWORD)).not.toBeNull();
    }
  });
});
