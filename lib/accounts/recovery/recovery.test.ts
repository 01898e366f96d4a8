import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { offerRecoveryLink } from "@/lib/accounts/recovery/offer-recovery-link";
import { proveRecovery } from "@/lib/accounts/recovery/prove-recovery";
import { recoverAccount } from "@/lib/accounts/recovery/recover-account";
import { makeRecoveryToken, readRecoveryToken } from "@/lib/accounts/recovery/recovery-token";
import { hasSecondFactor } from "@/lib/accounts/second-factor/has-second-factor";
import { readSession } from "@/lib/auth/read-session";
import { signIn } from "@/lib/auth/sign-in";
import { db } from "@/lib/kernel/db/client";
import { env } from "@/lib/kernel/env";
import { redactText } from "@/lib/kernel/redact";
import { MINTED_PASSWORD, type MintedUser, mintUser } from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

const from = { ipAddress: null, userAgent: null };
const chosen = "another long password";

let person: MintedUser;
let token: string;

const offer = async (email: string) => (await offerRecoveryLink(email))?.split("/").at(-1) ?? "";

beforeEach(async () => {
  person = await mintUser();
  token = await offer(person.email);
});

const submit = (sent = token, password = chosen, origin = env().baseUrl) =>
  recoverAccount(
    new Request(`${env().baseUrl}/recover/${sent}/password`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ password }),
    }),
  );
const leadsTo = (response: Response) => response.headers.get("location");

describe("a recovery link", () => {
  it("sets a new password, removes the second factor, and ends every session", async () => {
    await mintSecondFactor(person.userId);
    expect(leadsTo(await submit())).toBe("/sign-in?recovered=1");
    expect(await signIn(person.email, chosen, from)).not.toBeNull();
    expect(await signIn(person.email, MINTED_PASSWORD, from)).toBeNull();
    expect(await hasSecondFactor(db(), person.userId)).toBe(false);
    expect(await readSession(new Headers({ cookie: person.cookie }))).toBeNull();
  });

  it("security 60: works once, even under concurrent use", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => submit(token, `${chosen} ${n}`)),
    );
    const used = answers.filter((answer) => leadsTo(answer) === "/sign-in?recovered=1");
    expect(used).toHaveLength(1);
    expect(await proveRecovery(token)).toBeNull();
  });

  it("becomes invalid when the password changes or the account is deactivated", async () => {
    const { userId } = person;
    await db().user.update({ where: { id: userId }, data: { passwordHash: "changed" } });
    expect(await proveRecovery(token)).toBeNull();
    token = await offer(person.email);
    expect(await proveRecovery(token)).toMatchObject({ id: userId });
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    expect(await proveRecovery(token)).toBeNull();
    expect(await offerRecoveryLink(person.email)).toBeNull();
  });

  it("security 60: expires after an hour", () => {
    const claim = readRecoveryToken(token);
    expect(((claim?.expires ?? 0) * 1000 - Date.now()) / 60_000).toBeCloseTo(60, 0);
    expect(readRecoveryToken(token, Date.now() + 3_601_000)).toBeNull();
  });

  it("security 60: is rejected when any one character is changed", async () => {
    const character = fc.stringMatching(/^[0-9a-zA-Z_-]$/);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), character, async (at, other) => {
        fc.pre(token[at] !== other);
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(await proveRecovery(changed)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it("rejects a common password and stays usable", async () => {
    expect(leadsTo(await submit(token, "password1234"))).toBe(
      `/recover/${token}?invalid=password_common`,
    );
    expect(leadsTo(await submit(token, person.email))).toMatch(/invalid=password_personal$/);
    expect(await proveRecovery(token)).toMatchObject({ id: person.userId });
  });

  it("works only for its own person", async () => {
    const other = await mintUser();
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: other.userId } });
    const expires = readRecoveryToken(token)?.expires ?? 0;
    const theirs = makeRecoveryToken(other.userId, expires, `not ${passwordHash}`);
    expect(await proveRecovery(theirs)).toBeNull();
  });

  it.each(["", "made-up", "lkl_x", "lkl_000000000000000000000000ffffffff_"])(
    "is not recognized: %s",
    async (text) => {
      expect(await proveRecovery(text)).toBeNull();
      expect(leadsTo(await submit(text))).toBe(`/recover/${text}`);
    },
  );

  it("security 18: cannot be used by a form on another site", async () => {
    expect((await submit(token, chosen, "https://evil.test")).status).toBe(403);
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
  });

  it("returns to the form when the password is too short", async () => {
    expect(leadsTo(await submit(token, "short"))).toBe(`/recover/${token}?invalid=password`);
    expect(await proveRecovery(token)).not.toBeNull();
  });

  it("security 50: appears in no log line", () => {
    expect(redactText(`/recover/${token}/password`)).toBe("/recover/[redacted]/password");
  });
});

it("is not created for an unknown email address", async () => {
  expect(await offerRecoveryLink(`not-${person.email}`)).toBeNull();
  expect(await offerRecoveryLink(` ${person.email.toUpperCase()} `)).toContain("/recover/lkl_");
});
