import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { redactText } from "@/lib/core/redact";
import { offerRecoveryLink } from "@/lib/identity/account/recovery/offer-recovery-link";
import { openRecovery } from "@/lib/identity/account/recovery/open-recovery";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { updatePassword } from "@/lib/identity/account/repository";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/describe-second-factor";
import { hashLink } from "@/lib/identity/sessions/link";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { MINTED_PASSWORD, type MintedUser, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";

const from = { ipAddress: null, userAgent: null };
const newPassword = "another long password";

let person: MintedUser;
let token: string;
let network = 0;

const offer = async (email: string) => (await offerRecoveryLink(email))?.split("/").at(-1) ?? "";

beforeEach(async () => {
  person = await mintUser();
  token = await offer(person.email);
});

const submit = (sent = token, password = newPassword, origin = env().baseUrl) =>
  answerOperation(recoverAccount)(
    new Request(`${env().baseUrl}/recover/${sent}/password`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ password }),
    }),
  );
// Each from another network, so that none is limited.
const prove = (sent: string) => {
  network += 1;
  return openRecovery(sent, `2001:db8:8:${network}::1`);
};
const leadsTo = (response: Response) => response.headers.get("location");

describe("a recovery link", () => {
  it("sets a new password, removes the second factor, and ends every session", async () => {
    await mintSecondFactor(person.userId);
    expect(leadsTo(await submit())).toBe("/sign-in?recovered=1");
    expect(await signIn(person.email, newPassword, from)).not.toBeNull();
    expect(await signIn(person.email, MINTED_PASSWORD, from)).toBeNull();
    expect(await hasSecondFactor(db(), person.userId)).toBe(false);
    expect(await readSession(new Headers({ cookie: person.cookie }))).toBeNull();
  });

  it("security 60: works once, even under concurrent use", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => submit(token, `${newPassword} ${n}`)),
    );
    const used = answers.filter((answer) => leadsTo(answer) === "/sign-in?recovered=1");
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
    expect(leadsTo(await submit())).toBe(`/recover/${token}`);
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

  it("rejects a common password and stays usable", async () => {
    expect(leadsTo(await submit(token, "password1234"))).toBe(
      `/recover/${token}?invalid=password_common`,
    );
    expect(leadsTo(await submit(token, person.email))).toMatch(/invalid=password_personal$/);
    expect(await prove(token)).toMatchObject({ id: person.userId });
  });

  it("security 60: ends the person's other links when it is used, even concurrently", async () => {
    const other = await offer(person.email);
    const answers = await Promise.all([
      submit(token, `${newPassword} 1`),
      submit(other, `${newPassword} 2`),
    ]);
    const used = answers.filter((answer) => leadsTo(answer) === "/sign-in?recovered=1");
    expect(used).toHaveLength(1);
    expect([await prove(token), await prove(other)]).toEqual([null, null]);
  });

  it("leaves other people's links alone", async () => {
    const otherUser = await mintUser();
    const theirs = await offer(otherUser.email);
    await submit();
    expect(await prove(theirs)).toMatchObject({ id: otherUser.userId });
  });

  it.each([
    ["nothing", ""],
    ["made up", "made-up"],
    ["too short", "lkl_x"],
    ["unknown", newToken("link")],
    ["a secret", newToken("secret")],
  ])("is not recognized if it is %s", async (_what, text) => {
    expect(await prove(text)).toBeNull();
    expect(leadsTo(await submit(text))).toBe(`/recover/${text}`);
  });

  it("security 18: cannot be used by a form on another site", async () => {
    expect((await submit(token, newPassword, "https://evil.test")).status).toBe(403);
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
  });

  it("returns to the form when the password is too short", async () => {
    expect(leadsTo(await submit(token, "short"))).toBe(`/recover/${token}?invalid=password`);
    expect(await prove(token)).not.toBeNull();
  });

  it("security 50: appears in no log line", () => {
    expect(redactText(`/recover/${token}/password`)).toBe("/recover/[redacted]/password");
  });
});

it("a recovery link is not created for an unknown email address", async () => {
  expect(await offerRecoveryLink(`not-${person.email}`)).toBeNull();
  expect(await offerRecoveryLink(` ${person.email.toUpperCase()} `)).toContain("/recover/lkl_");
});
