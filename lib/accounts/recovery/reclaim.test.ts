import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isEmailVerified } from "@/lib/accounts/is-email-verified";
import { mailReclaimLink } from "@/lib/accounts/recovery/mail-reclaim-link";
import { offerRecoveryLink } from "@/lib/accounts/recovery/offer-recovery-link";
import { recoverAccount } from "@/lib/accounts/recovery/recover-account";
import { hasSecondFactor } from "@/lib/accounts/second-factor/has-second-factor";
import { readSession } from "@/lib/auth/read-session";
import { signIn } from "@/lib/auth/sign-in";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { env } from "@/lib/kernel/env";
import { acceptInvitation } from "@/lib/organizations/invitations/accept-invitation";
import { createInvitationContract } from "@/lib/organizations/invitations/contract";
import {
  MINTED_PASSWORD,
  type MintedOrganization,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { callRoute } from "@/test/requests/call-route";

const from = { ipAddress: null, userAgent: null };
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
  const { body } = await callRoute(createInvitationContract, {
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
  const answer = await acceptInvitation(post(`${path}/accept`, form));
  expect(answer.headers.get("location")).toMatch(/^\/organization\//);
  const { id } = await db().user.findUniqueOrThrow({ where: { email } });
  return id;
}

const newAddress = () => `${newId()}@example.com`;
const askForLink = (email: string) => mailReclaimLink(post("/sign-in/reclaim", { email }));

describe("an account's email address", () => {
  it("is unverified when someone was handed the invitation link", async () => {
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await isEmailVerified(userId)).toBe(false);
  });

  it("is verified when the link was mailed", async () => {
    await configureMail();
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await isEmailVerified(userId)).toBe(true);
  });

  it("is unverified when a handed-over link replaced the mailed one", async () => {
    await configureMail();
    const email = newAddress();
    await linkFor(email);
    await db().invitation.updateMany({ where: { email }, data: { revokedAt: new Date() } });
    configureTestEnv();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await isEmailVerified(userId)).toBe(false);
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
    expect(answer.headers.get("location")).toBe("/sign-in?reclaim_sent=1");
    await expect.poll(() => mailedPath("recover")).not.toBe("");
    expect(mail?.mails.at(-1)?.to).toEqual([email]);
    const recovered = await recoverAccount(
      post(`${mailedPath("recover")}/password`, { password: CHOSEN }),
    );

    expect(recovered.headers.get("location")).toBe("/sign-in?recovered=1");
    expect(await signIn(email, CHOSEN, from)).not.toBeNull();
    expect(await signIn(email, MINTED_PASSWORD, from)).toBeNull();
    expect(
      await db().userSession.findUnique({ where: { id: theirs?.sessionId ?? "" } }),
    ).toMatchObject({ endedAt: expect.any(Date) });
    expect(await hasSecondFactor(db(), userId)).toBe(false);
    expect(await isEmailVerified(userId)).toBe(true);
    const { organizationId } = organization;
    const target = `user:${userId}`;
    const audited = { organizationId, target, action: "account.reclaimed" };
    expect(await db().auditRow.count({ where: audited })).toBe(1);
  });

  it("cannot be reclaimed once the address is verified, so a mailbox alone opens no account", async () => {
    await configureMail();
    const email = newAddress();
    const userId = await makeAccount(await linkFor(email), email);
    expect(await isEmailVerified(userId)).toBe(true);
    const sent = mail?.mails.length;
    expect((await askForLink(email)).headers.get("location")).toBe("/sign-in?reclaim_sent=1");
    // Mails are sent in order: if the first had been sent, it would be there by now.
    const other = newAddress();
    await linkFor(other);
    await expect.poll(() => mail?.mails.at(-1)?.to).toEqual([other]);
    expect(mail?.mails.length).toBe((sent ?? 0) + 1);
  });

  it("gets the same response as an address without an account", async () => {
    await configureMail();
    const answer = await askForLink(newAddress());
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      "/sign-in?reclaim_sent=1",
    ]);
  });

  it("gets at most three links an hour, and the fourth request returns 429", async () => {
    await configureMail();
    const email = newAddress();
    for (let n = 0; n < 3; n += 1) expect((await askForLink(email)).status).toBe(303);
    const refused = await askForLink(email);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
  });

  it("cannot be reclaimed when no mail is configured", async () => {
    expect((await askForLink(newAddress())).status).toBe(404);
  });

  it("security 18: sends no mail for a form on another site", async () => {
    await configureMail();
    const request = post("/sign-in/reclaim", { email: newAddress() });
    request.headers.set("origin", "https://evil.test");
    expect((await mailReclaimLink(request)).status).toBe(403);
  });
});

it("stays unverified when the operator's recovery link is used", async () => {
  const person = await mintMember(organization.organizationId, "developer");
  const path = new URL((await offerRecoveryLink(person.email)) ?? "").pathname;
  await recoverAccount(post(`${path}/password`, { password: CHOSEN }));
  expect(await signIn(person.email, CHOSEN, from)).not.toBeNull();
  expect(await isEmailVerified(person.userId)).toBe(false);
  expect(await readSession(new Headers({ cookie: person.cookie }))).toBeNull();
});
