import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { redactText } from "@/lib/core/telemetry/log";
import { updatePassword } from "@/lib/identity/account/profile";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { offerRecoveryLink, recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { signIn } from "@/lib/identity/sessions/check-password";
import { hashLink } from "@/lib/identity/sessions/link";
import { readSession } from "@/lib/identity/sessions/read-session";
import { MINTED_PASSWORD, type MintedUser, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { newAddress } from "@/test/requests/own-address";
import { locationOf, sendForm } from "@/test/requests/send-form";

const from = { ipAddress: null, userAgent: null };
const newPassword = "another long password";

let person: MintedUser;
let token: string;

const offer = async (email: string) => (await offerRecoveryLink(email))?.split("/").at(-1) ?? "";

beforeEach(async () => {
  person = await mintUser();
  token = await offer(person.email);
});

const submit = (sent = token, password = newPassword) =>
  sendForm(recoverAccount, { params: { token: sent }, fields: { password } });
// Each from another network, so that none is limited.
const prove = (sent: string) => openRecovery(sent, newAddress());

describe("a recovery link", () => {
  it("sets a new password, removes the second factor, ends every session, and verifies no address", async () => {
    await mintSecondFactor(person.userId);
    expect(locationOf(await submit())).toBe("/sign-in?recovered=1");
    expect(await signIn(person.email, newPassword, from)).not.toBeNull();
    expect(await signIn(person.email, MINTED_PASSWORD, from)).toBeNull();
    expect(await hasSecondFactor(db(), person.userId)).toBe(false);
    expect(await readSession(new Headers({ cookie: person.cookie }))).toBeNull();
    const { userId: id } = person;
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ emailVerifiedAt: null });
  });

  it("security 60: works once, even under concurrent use", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => submit(token, `${newPassword} ${n}`)),
    );
    const used = answers.filter((answer) => locationOf(answer) === "/sign-in?recovered=1");
    expect(used).toHaveLength(1);
    expect(await prove(token)).toBeNull();
  });

  it("becomes invalid when the password changes or the account is deactivated", async () => {
    const { userId } = person;
    await updatePassword(db(), userId, "changed");
    expect(await prove(token)).toBeNull();
    token = await offer(person.email);
    expect(await prove(token)).toMatchObject({ id: userId });
    await db().user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    expect(await prove(token)).toBeNull();
    expect(await offerRecoveryLink(person.email)).toBeNull();
  });

  it("security 60: expires after an hour", async () => {
    const where = { tokenHash: hashLink(token) };
    const { expiresAt } = await db().passwordResetLink.findUniqueOrThrow({ where });
    expect((expiresAt.getTime() - Date.now()) / 60_000).toBeCloseTo(60, 0);
    await db().passwordResetLink.update({ where, data: { expiresAt: aMinuteAgo() } });
    expect(await prove(token)).toBeNull();
    expect(locationOf(await submit())).toBe(`/recover/${token}`);
    expect(await signIn(person.email, newPassword, from)).toBeNull();
  });

  it("security 60: is rejected when any one character is changed", async () => {
    const character = fc.stringMatching(/^[0-9a-zA-Z_-]$/);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), character, async (at, other) => {
        fc.pre(token[at] !== other);
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        expect(await prove(changed)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ["short", "password"],
    ["password1234", "password_common"],
    ["asha-rao-2026", "password_personal"],
  ])("rejects the password %s and stays usable", async (password, wrong) => {
    expect(locationOf(await submit(token, password))).toBe(`/recover/${token}?invalid=${wrong}`);
    expect(await prove(token)).toMatchObject({ id: person.userId });
  });

  it("security 60: ends the person's other links when it is used, even concurrently, and no one else's", async () => {
    const [other, theirs] = [await offer(person.email), await offer((await mintUser()).email)];
    const answers = await Promise.all([
      submit(token, `${newPassword} 1`),
      submit(other, `${newPassword} 2`),
    ]);
    const used = answers.filter((answer) => locationOf(answer) === "/sign-in?recovered=1");
    expect(used).toHaveLength(1);
    expect([await prove(token), await prove(other)]).toEqual([null, null]);
    expect(await prove(theirs)).not.toBeNull();
  });

  it("is not recognized if it is unknown or not a link", async () => {
    for (const text of ["", "made-up", newToken("link"), newToken("secret")]) {
      expect(await prove(text)).toBeNull();
      expect(locationOf(await submit(text))).toBe(`/recover/${text}`);
    }
  });

  it("security 50: appears in no log line", () => {
    expect(redactText(`/recover/${token}/password`)).toBe("/recover/[redacted]/password");
  });
});

it("a recovery link is not created for an unknown email address", async () => {
  expect(await offerRecoveryLink(`not-${person.email}`)).toBeNull();
  expect(await offerRecoveryLink(` ${person.email.toUpperCase()} `)).toContain("/recover/lkl_");
});
