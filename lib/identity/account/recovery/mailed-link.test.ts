import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mailRecoveryLink, recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/second-factor";
import { signIn } from "@/lib/identity/sessions/check-password";
import { hashLink } from "@/lib/identity/sessions/link";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { locationOf, sendForm } from "@/test/requests/send-form";

const from = { ipAddress: null, userAgent: null };
const CHOSEN = "a password of the owner's own";

let organizationId: string;
let person: MintedUser;
let mail: MailServer | undefined;
let network = 0;

beforeEach(async () => {
  ({ organizationId } = await mintOrganization());
  person = await mintMember(organizationId, "developer");
  network += 1;
});

afterEach(async () => {
  await mail?.close();
  mail = undefined;
  configureTestEnv();
});

async function configureMail(): Promise<void> {
  mail = await serveMail();
  configureTestEnv({ SMTP_URL: mail.url, MAIL_FROM: "latchkey@example.com" });
}

const newAddress = () => `${newId()}@example.com`;
const askForLink = (email: string, headers = {}) =>
  sendForm(mailRecoveryLink, {
    fields: { email },
    headers: { "x-client-address": `2001:db8:9:${network}::1`, ...headers },
  });
const recover = async (token: string, password = CHOSEN) =>
  locationOf(await sendForm(recoverAccount, { params: { token }, fields: { password } }));

/** The token of the newest mail. It leaves later than the response, by up to half a second. */
async function mailedToken(): Promise<string> {
  const read = () => {
    const source = mail?.mails.at(-1)?.source.replaceAll("=\r\n", "") ?? "";
    return /\/recover\/([\w-]+)/.exec(source)?.[1] ?? "";
  };
  await expect.poll(read).not.toBe("");
  return read();
}

const verify = () =>
  db().user.update({ where: { id: person.userId }, data: { emailVerifiedAt: new Date() } });
const isVerified = async () =>
  (await db().user.count({ where: { id: person.userId, emailVerifiedAt: { not: null } } })) > 0;
const sessionRow = (of: Awaited<ReturnType<typeof signIn>>) =>
  db().userSession.findUniqueOrThrow({ where: { id: of?.sessionId ?? "" } });

describe("a mailed link", () => {
  // Someone else may have created the account with the person's address if it was never verified.
  it.each([
    ["a verified", true, "/sign-in?password_set=1", "password.changed"],
    ["an unverified", false, "/sign-in?recovered=1", "account.reclaimed"],
  ])(
    "sets a new password for %s address, ends every session, and keeps the second factor: %s",
    async (_what, wasVerified, location, action) => {
      if (wasVerified) await verify();
      const theirs = await signIn(person.email, MINTED_PASSWORD, from);
      await mintSecondFactor(person.userId);
      await configureMail();
      const answer = await askForLink(` ${person.email.toUpperCase()}`);
      expect(locationOf(answer)).toBe("/forgot-password?sent=1");
      const token = await mailedToken();
      expect(mail?.mails.at(-1)?.to).toEqual([person.email]);
      expect(await recover(token)).toBe(location);
      expect(await signIn(person.email, MINTED_PASSWORD, from)).toBeNull();
      const again = await sessionRow(await signIn(person.email, CHOSEN, from));
      expect(again.secondFactorPending).toBe(wasVerified);
      expect((await sessionRow(theirs)).endedAt).not.toBeNull();
      expect(await hasSecondFactor(db(), person.userId)).toBe(wasVerified);
      expect(await isVerified()).toBe(true);
      const where = { organizationId, target: `user:${person.userId}` };
      const rows = await db().auditRow.findMany({ where, orderBy: { id: "asc" } });
      expect(rows.map((row) => row.action)).toEqual([action, "sign_in.failed"]);
      expect(await recover(token, `${CHOSEN} 2`)).toBe(`/recover/${token}`);
    },
  );

  it("is in a German mail if the browser prefers it, and works once", async () => {
    await configureMail();
    await askForLink(person.email, { "accept-language": "de" });
    const tokenHash = hashLink(await mailedToken());
    expect(mail?.mails[0]?.source).toContain("Subject: Neues Passwort auf Latchkey");
    expect(await db().passwordResetLink.findUnique({ where: { tokenHash } })).toMatchObject({
      userId: person.userId,
      isMailed: true,
      usedAt: null,
    });
  });

  it("is not sent after the account has ended, or for an account without a password", async () => {
    await configureMail();
    const [inactive, other] = [await mintUser(), await mintUser()];
    const change = ({ userId: id }: MintedUser, data: object) =>
      db().user.update({ where: { id }, data });
    await change(person, { passwordHash: null });
    await change(inactive, { deactivatedAt: new Date() });
    for (const { email } of [person, inactive]) expect((await askForLink(email)).status).toBe(303);
    // Mails are sent in order: if one of the others had been sent, it would be there by now.
    await askForLink(other.email);
    await expect.poll(() => mail?.mails.map(({ to }) => to[0])).toEqual([other.email]);
  });
});

describe("a request for a link", () => {
  it("gets the same response without an account, three times an hour, and then 429", async () => {
    await configureMail();
    const email = newAddress();
    for (let n = 0; n < 3; n += 1) {
      expect(locationOf(await askForLink(email))).toBe("/forgot-password?sent=1");
    }
    const denial = await askForLink(email);
    expect([denial.status, denial.headers.has("retry-after")]).toEqual([429, true]);
  });

  it("gets 404 when no mail is configured", async () => {
    expect((await askForLink(newAddress())).status).toBe(404);
  });
});
