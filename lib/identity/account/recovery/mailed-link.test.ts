import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newId } from "@/lib/core/crypto/ids";
import { hashPassword } from "@/lib/core/crypto/passwords";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { isEmailVerified } from "@/lib/identity/account/is-email-verified";
import { mailRecoveryLink } from "@/lib/identity/account/recovery/mail-recovery-link";
import { offerRecoveryLink } from "@/lib/identity/account/recovery/offer-recovery-link";
import { recoverAccount } from "@/lib/identity/account/recovery/recover-account";
import { updatePassword } from "@/lib/identity/account/repository";
import { hasSecondFactor } from "@/lib/identity/account/second-factor/describe-second-factor";
import { hashLink } from "@/lib/identity/sessions/link";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { perform } from "@/lib/operation/perform";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import {
  MINTED_PASSWORD,
  type MintedOrganization,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { sessionOf } from "@/test/factories/page-callers";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute } from "@/test/requests/call-route";

const from = { ipAddress: null, userAgent: null };
/** Mails leave later than the response, by up to half a second. */
const CHOSEN = "a password of the owner's own";

let organization: MintedOrganization;
let mail: MailServer | undefined;
let network = 0;

beforeEach(async () => {
  organization = await mintOrganization();
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

function post(path: string, form: Record<string, string>): Request {
  return new Request(`${env().baseUrl}${path}`, {
    method: "POST",
    headers: { origin: env().baseUrl, "x-client-address": `2001:db8:9:${network}::1` },
    body: new URLSearchParams(form),
  });
}

/**
 * Invites an address as someone who may, and returns the link's path from the response or the mail.
 */
async function linkFor(email: string): Promise<string> {
  const { body } = await callRoute(createInvitation, {
    params: { organization_id: organization.organizationId },
    body: { email, role: "developer" },
    as: organization.owner,
  });
  return typeof body.link === "string" ? new URL(body.link).pathname : mailedPath("invitation");
}

/** The path of the link in the newest mail. */
function mailedPath(kind: "invitation" | "recover"): string {
  const source = mail?.mails.at(-1)?.source.replaceAll("=\r\n", "") ?? "";
  return new RegExp(`/${kind}/[\\w-]+`).exec(source)?.[0] ?? "";
}

/** Creates an account with the invitation link and the attacker's password. */
async function makeAccount(path: string, email: string): Promise<string> {
  const form = { first_name: "Mallory", last_name: "Smith", password: MINTED_PASSWORD };
  const answer = await answerOperation(acceptInvitation)(post(`${path}/accept`, form));
  expect(answer.headers.get("location")).toMatch(/^\/organization\//);
  const { id } = await db().user.findFirstOrThrow({ where: { email } });
  return id;
}

const newAddress = () => `${newId()}@example.com`;
const askForLink = (email: string) =>
  answerOperation(mailRecoveryLink)(post("/forgot-password/mail", { email }));

describe("an account's email address", () => {
  it("is unverified when the invitation link was passed on by hand", async () => {
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await perform(isEmailVerified, { caller: sessionOf(userId) })).toBe(false);
  });

  it("is verified when the link was mailed", async () => {
    await configureMail();
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await perform(isEmailVerified, { caller: sessionOf(userId) })).toBe(true);
  });

  it("is unverified when a link that was passed on by hand replaced the mailed one", async () => {
    await configureMail();
    const email = newAddress();
    await linkFor(email);
    await db().invitation.updateMany({ where: { email }, data: { revokedAt: new Date() } });
    configureTestEnv();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await perform(isEmailVerified, { caller: sessionOf(userId) })).toBe(false);
  });
});

describe("an account that someone else created with a person's address", () => {
  it("can be reclaimed with a mailed link: a new password, no other sessions, no second factor", async () => {
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    const theirs = await signIn(email, MINTED_PASSWORD, from);
    await mintSecondFactor(userId);
    await configureMail();

    const answer = await askForLink(` ${email.toUpperCase()}`);
    expect(answer.headers.get("location")).toBe("/forgot-password?sent=1");
    await expect.poll(() => mailedPath("recover")).not.toBe("");
    expect(mail?.mails.at(-1)?.to).toEqual([email]);
    const recovered = await answerOperation(recoverAccount)(
      post(`${mailedPath("recover")}/password`, { password: CHOSEN }),
    );

    expect(recovered.headers.get("location")).toBe("/sign-in?recovered=1");
    expect(await signIn(email, CHOSEN, from)).not.toBeNull();
    expect(await signIn(email, MINTED_PASSWORD, from)).toBeNull();
    expect(
      await db().userSession.findUnique({ where: { id: theirs?.sessionId ?? "" } }),
    ).toMatchObject({ endedAt: expect.any(Date) });
    expect(await hasSecondFactor(db(), userId)).toBe(false);
    expect(await perform(isEmailVerified, { caller: sessionOf(userId) })).toBe(true);
    const { organizationId } = organization;
    const target = `user:${userId}`;
    const audited = { organizationId, target, action: "account.reclaimed" };
    expect(await db().auditRow.count({ where: audited })).toBe(1);
  });
});

describe("a person with a verified address who forgot their password", () => {
  let email: string;
  let userId: string;

  beforeEach(async () => {
    ({ email, userId } = await mintUser());
    await db().user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } });
    await configureMail();
  });

  it("sets a new one with a mailed link: every session ends, and the second factor stays and is required", async () => {
    const theirs = await signIn(email, MINTED_PASSWORD, from);
    await mintSecondFactor(userId);
    await db().organizationMember.create({
      data: { organizationId: organization.organizationId, userId, role: "developer" },
    });
    expect((await askForLink(email)).headers.get("location")).toBe("/forgot-password?sent=1");
    await expect.poll(() => mailedPath("recover")).not.toBe("");
    const path = mailedPath("recover");
    const answer = await answerOperation(recoverAccount)(
      post(`${path}/password`, { password: CHOSEN }),
    );

    expect(answer.headers.get("location")).toBe("/sign-in?password_set=1");
    expect(await signIn(email, MINTED_PASSWORD, from)).toBeNull();
    const again = await signIn(email, CHOSEN, from);
    expect(
      await db().userSession.findUnique({ where: { id: again?.sessionId ?? "" } }),
    ).toMatchObject({ secondFactorPending: true });
    expect(await hasSecondFactor(db(), userId)).toBe(true);
    const where = { id: theirs?.sessionId ?? "" };
    expect(await db().userSession.findUnique({ where })).toMatchObject({
      endedAt: expect.any(Date),
    });
    const audited = await db().auditRow.findFirst({
      where: { organizationId: organization.organizationId, target: `user:${userId}` },
    });
    expect(audited?.action).toBe("password.changed");
    const twice = await answerOperation(recoverAccount)(
      post(`${path}/password`, { password: `${CHOSEN} 2` }),
    );
    expect(twice.headers.get("location")).toBe(path);
  });

  it("gets the mail in German when the browser prefers it, with nothing but a one-time link in it", async () => {
    const request = post("/forgot-password/mail", { email });
    request.headers.set("accept-language", "de");
    await answerOperation(mailRecoveryLink)(request);
    await expect.poll(() => mail?.mails.length).toBe(1);
    const source = mail?.mails[0]?.source ?? "";
    expect(source).toContain("Subject: Neues Passwort auf Latchkey");
    const token = mailedPath("recover").split("/").at(-1) ?? "";
    expect(
      await db().passwordResetLink.findUnique({ where: { tokenHash: hashLink(token) } }),
    ).toMatchObject({ userId, isMailed: true, usedAt: null });
  });

  it("gets no mail after the account has ended, or for an account without a password", async () => {
    const data = { passwordHash: null };
    await db().user.update({ where: { id: userId }, data });
    expect((await askForLink(email)).status).toBe(303);
    const endedUser = await mintUser();
    const where = { id: endedUser.userId };
    await db().user.update({ where, data: { deactivatedAt: new Date() } });
    expect((await askForLink(endedUser.email)).status).toBe(303);
    // Mails are sent in order: if one of the others had been sent, it would be there by now.
    const otherUser = await mintUser();
    await askForLink(otherUser.email);
    await expect.poll(() => mail?.mails.map(({ to }) => to[0])).toEqual([otherUser.email]);
  });

  it("cannot use the link after the password has changed or the account has ended", async () => {
    await askForLink(email);
    await expect.poll(() => mailedPath("recover")).not.toBe("");
    const path = mailedPath("recover");
    await updatePassword(db(), userId, await hashPassword("chosen in the profile"));
    const answer = await answerOperation(recoverAccount)(
      post(`${path}/password`, { password: CHOSEN }),
    );
    expect(answer.headers.get("location")).toBe(path);
    expect(await signIn(email, CHOSEN, from)).toBeNull();
  });
});

describe("a request for a link", () => {
  it("gets the same response as an address without an account", async () => {
    await configureMail();
    const answer = await askForLink(newAddress());
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/forgot-password?sent=1",
    ]);
  });

  it("gets at most three links an hour, and the fourth request returns 429", async () => {
    await configureMail();
    const email = newAddress();
    for (let n = 0; n < 3; n += 1) expect((await askForLink(email)).status).toBe(303);
    const denied = await askForLink(email);
    expect([denied.status, denied.headers.has("retry-after")]).toEqual([429, true]);
  });

  it("gets 404 when no mail is configured", async () => {
    expect((await askForLink(newAddress())).status).toBe(404);
  });

  it("security 18: sends no mail for a form on another site", async () => {
    await configureMail();
    const request = post("/forgot-password/mail", { email: newAddress() });
    request.headers.set("origin", "https://evil.test");
    expect((await answerOperation(mailRecoveryLink)(request)).status).toBe(403);
  });
});

it("an email address stays unverified when the operator's recovery link is used", async () => {
  const person = await mintMember(organization.organizationId, "developer");
  const path = new URL((await offerRecoveryLink(person.email)) ?? "").pathname;
  await answerOperation(recoverAccount)(post(`${path}/password`, { password: CHOSEN }));
  expect(await signIn(person.email, CHOSEN, from)).not.toBeNull();
  expect(await perform(isEmailVerified, { caller: sessionOf(person.userId) })).toBe(false);
  expect(await readSession(new Headers({ cookie: person.cookie }))).toBeNull();
});
