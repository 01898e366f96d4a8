import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import type { RoutedOperation } from "@/lib/operation/operation";
import { changeCompanyRole } from "@/lib/tenants/companies/people/change-role";
import { invitePerson } from "@/lib/tenants/companies/people/invite-person";
import { leaveCompany } from "@/lib/tenants/companies/people/leave-company";
import { removePerson } from "@/lib/tenants/companies/people/remove-person";
import { resendCompanyInvitation } from "@/lib/tenants/companies/people/resend-invitation";
import { revokeCompanyInvitation } from "@/lib/tenants/companies/people/revoke-invitation";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import { type MintedUser, mintCompany, mintCompanyMember, mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintCompanyInvitation } from "@/test/factories/mint-invitation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { callProducts } from "@/test/requests/call-products";

const newPerson = { first_name: "Nia", last_name: "Okafor", password: "a long enough password" };

let companyId: number;
let owner: MintedUser;
let admin: MintedUser;
let staff: MintedUser;
let mail: MailServer | undefined;

beforeEach(async () => {
  ({ companyId, seller: owner } = await mintCompany("owner"));
  admin = await mintCompanyMember(companyId, "admin");
  staff = await mintCompanyMember(companyId, "staff");
});

afterEach(async () => {
  await mail?.close();
  mail = undefined;
  configureTestEnv();
});

/** Sends a form below the company's people. */
function send(
  form: RoutedOperation,
  path: string,
  as: MintedUser | null,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${env().baseUrl}/company/${companyId}/people/${path}`;
  const cookie: Record<string, string> = as ? { cookie: as.cookie } : {};
  return answerOperation(form)(
    new Request(url, {
      method: "POST",
      headers: { origin: env().baseUrl, ...cookie, ...headers },
      body: new URLSearchParams(fields),
    }),
  );
}

const noticePath = (notice: string) => `/company/${companyId}/people?notice=${notice}`;
const leadsTo = (response: Response) => response.headers.get("location");
const invite = (as: MintedUser, email: string, role: string) =>
  send(invitePerson, "invite", as, { email, role });
const change = (as: MintedUser, userId: string, role: string) =>
  send(changeCompanyRole, `${userId}/role`, as, { role });
const remove = (as: MintedUser, userId: string) => send(removePerson, `${userId}/remove`, as);
const leave = (as: MintedUser) => send(leaveCompany, "leave", as);

async function roleOf({ userId }: { userId: string }): Promise<string | null> {
  const where = { companyId_userId: { companyId, userId } };
  return (await db().companyMember.findUnique({ where }))?.role ?? null;
}

const accept = (token: string, as: MintedUser | null = null, form: Record<string, string> = {}) =>
  answerOperation(acceptInvitation)(
    new Request(`${env().baseUrl}/invitation/${token}/accept`, {
      method: "POST",
      headers: { origin: env().baseUrl, ...(as ? { cookie: as.cookie } : {}) },
      body: new URLSearchParams({ ...newPerson, ...form }),
    }),
  );

const tokenIn = (text: string) => /\/invitation\/(lkl_[\w-]+)/.exec(text)?.[1] ?? "";

describe("an invitation to a company", () => {
  it("is shown once if there is no mail server, and admits a new person in the offered role", async () => {
    const email = `${newId()}@example.com`;
    const response = await invite(owner, ` ${email.toUpperCase()}`, "admin");
    expect(response.status).toBe(200);
    const token = tokenIn(await response.text());
    expect(await openInvitation(token, null)).toMatchObject({
      state: "open",
      to: { kind: "company", id: String(companyId), name: "Blue Lotus Sarees" },
      role: "admin",
      inviterName: "Asha Rao",
    });
    const accepted = await accept(token);
    expect(leadsTo(accepted)).toBe(`/company/${companyId}/extensions`);
    expect(accepted.headers.get("set-cookie")).toContain("HttpOnly");
    const { id, emailVerifiedAt } = await db().user.findFirstOrThrow({ where: { email } });
    expect([await roleOf({ userId: id }), emailVerifiedAt]).toEqual(["admin", null]);
    expect(leadsTo(await accept(token))).toBe(`/invitation/${token}`);
  });

  it("is mailed in the inviter's language and verifies the address of the person who accepts it", async () => {
    mail = await serveMail();
    configureTestEnv({ SMTP_URL: mail.url, MAIL_FROM: "latchkey@example.com" });
    const email = `${newId()}@example.com`;
    const response = await send(
      invitePerson,
      "invite",
      owner,
      { email, role: "staff" },
      { "accept-language": "de" },
    );
    expect(leadsTo(response)).toBe(noticePath("invited"));
    const [sent] = mail.mails;
    const source = sent?.source.replaceAll("=\r\n", "") ?? "";
    expect([sent?.to, source.includes("Subject: Einladung zu Blue Lotus Sarees")]).toEqual([
      [email],
      true,
    ]);
    expect(leadsTo(await accept(tokenIn(source)))).toBe(`/company/${companyId}/extensions`);
    expect(await db().user.findFirst({ where: { email } })).toMatchObject({
      emailVerifiedAt: expect.any(Date),
    });
  });

  it("shows the link when the mail server does not accept the mail", async () => {
    mail = await serveMail({ rejects: true });
    configureTestEnv({ SMTP_URL: mail.url, MAIL_FROM: "latchkey@example.com" });
    const response = await invite(owner, `${newId()}@example.com`, "staff");
    const text = await response.text();
    expect(text).toContain("The mail server did not accept the message");
    expect(await openInvitation(tokenIn(text), null)).toMatchObject({ state: "open" });
  });

  it("must be accepted by the person it is for, signed in with their account", async () => {
    const invited = await mintUser();
    const { token } = await mintCompanyInvitation(companyId, { email: invited.email });
    expect(leadsTo(await accept(token))).toBe(`/invitation/${token}`);
    expect(leadsTo(await accept(token, await mintUser()))).toBe(`/invitation/${token}`);
    expect(await roleOf(invited)).toBeNull();
    expect(leadsTo(await accept(token, invited))).toBe(`/company/${companyId}/extensions`);
    expect(await roleOf(invited)).toBe("staff");
  });

  it("security 59: works once, even under concurrent use", async () => {
    const { token, email } = await mintCompanyInvitation(companyId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
    const joined = answers.filter((answer) => leadsTo(answer)?.endsWith("/extensions"));
    expect([joined.length, await db().user.count({ where: { email } })]).toEqual([1, 1]);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  });

  it.each([
    ["expired", { expiresAt: aMinuteAgo(), createdAt: new Date(Date.now() - 3_600_000) }],
    ["revoked", { revokedAt: new Date() }],
    ["accepted", { acceptedAt: new Date() }],
  ] as const)("security 59: says that it is %s and admits no one", async (state, columns) => {
    const { token, email } = await mintCompanyInvitation(companyId, columns);
    expect(await openInvitation(token, null)).toMatchObject({ state });
    expect(leadsTo(await accept(token))).toBe(`/invitation/${token}`);
    expect(await db().user.count({ where: { email } })).toBe(0);
  });

  it("ends when the platform closes the company, and no one can be invited to it", async () => {
    const { token } = await mintCompanyInvitation(companyId);
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    expect(await openInvitation(token, null)).toMatchObject({ state: "revoked" });
    expect(leadsTo(await accept(token))).toBe(`/invitation/${token}`);
    expect(leadsTo(await invite(owner, `${newId()}@example.com`, "staff"))).toBe(
      noticePath("company_closed"),
    );
  });

  it("gets a new link when it is sent again, and the earlier one stops working", async () => {
    const { token, invitationId } = await mintCompanyInvitation(companyId);
    const path = `invitations/${invitationId}/resend`;
    const response = await send(resendCompanyInvitation, path, owner);
    const renewed = tokenIn(await response.text());
    expect(await openInvitation(token, null)).toEqual({ state: "unknown" });
    expect(await openInvitation(renewed, null)).toMatchObject({ state: "open" });
  });

  it("stops working when it is revoked", async () => {
    const { token, invitationId } = await mintCompanyInvitation(companyId);
    const path = `invitations/${invitationId}/revoke`;
    expect(leadsTo(await send(revokeCompanyInvitation, path, admin))).toBe(
      noticePath("invitation_revoked"),
    );
    expect(await openInvitation(token, null)).toMatchObject({ state: "revoked" });
    expect(leadsTo(await send(revokeCompanyInvitation, path, admin))).toBe(
      noticePath("no_such_invitation"),
    );
  });

  it.each([
    ["a malformed address", "not-an-address", "staff", "invalid_address"],
    ["an unknown role", "asha@example.com", "developer", "invalid_address"],
  ])("is not created for %s", async (_, email, role, notice) => {
    expect(leadsTo(await invite(owner, email, role))).toBe(noticePath(notice));
    expect(await db().companyInvitation.count({ where: { companyId } })).toBe(0);
  });

  it("is not created for a member, or twice for an address", async () => {
    expect(leadsTo(await invite(owner, staff.email, "staff"))).toBe(noticePath("already_member"));
    const email = `${newId()}@example.com`;
    await Promise.all([invite(owner, email, "staff"), invite(admin, email, "staff")]);
    expect(await db().companyInvitation.count({ where: { companyId } })).toBe(1);
    expect(leadsTo(await invite(owner, email, "staff"))).toBe(noticePath("already_invited"));
  });

  it("is not created when 100 are open", async () => {
    const row = (n: number) => ({
      id: newId(),
      companyId,
      email: `${n}-${newId()}@example.com`,
      role: "staff" as const,
      tokenHash: new Uint8Array(Buffer.from(`${newId()}${newId()}`.slice(0, 32))),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await db().companyInvitation.createMany({
      data: Array.from({ length: 100 }, (_, n) => row(n)),
    });
    expect(leadsTo(await invite(owner, `${newId()}@example.com`, "staff"))).toBe(
      noticePath("too_many_invitations"),
    );
  });
});

describe("authority over a company's people", () => {
  it("an admin cannot invite, make, change or remove owners", async () => {
    const ownersInvitation = await mintCompanyInvitation(companyId, { role: "owner" });
    const path = `invitations/${ownersInvitation.invitationId}`;
    const answers = [
      await invite(admin, `${newId()}@example.com`, "owner"),
      await change(admin, staff.userId, "owner"),
      await change(admin, owner.userId, "staff"),
      await remove(admin, owner.userId),
      await send(revokeCompanyInvitation, `${path}/revoke`, admin),
      await send(resendCompanyInvitation, `${path}/resend`, admin),
    ];
    expect(answers.map(leadsTo)).toEqual(answers.map(() => noticePath("not_allowed")));
    expect([await roleOf(owner), await roleOf(staff)]).toEqual(["owner", "staff"]);
    expect(await openInvitation(ownersInvitation.token, null)).toMatchObject({ state: "open" });
  });

  it("staff can change nothing, not even their own role", async () => {
    const { invitationId } = await mintCompanyInvitation(companyId);
    const answers = [
      await invite(staff, `${newId()}@example.com`, "staff"),
      await change(staff, staff.userId, "admin"),
      await remove(staff, admin.userId),
      await send(revokeCompanyInvitation, `invitations/${invitationId}/revoke`, staff),
    ];
    expect(answers.map(leadsTo)).toEqual(answers.map(() => noticePath("not_allowed")));
    expect([await roleOf(admin), await roleOf(staff)]).toEqual(["admin", "staff"]);
  });

  it("people of other companies can neither see nor reach a company, its people, or its invitations", async () => {
    const otherCompany = await mintCompany("owner");
    const { invitationId } = await mintCompanyInvitation(companyId);
    expect((await remove(otherCompany.seller, staff.userId)).status).toBe(404);
    const ownCompanyId = companyId;
    companyId = otherCompany.companyId;
    expect(leadsTo(await remove(otherCompany.seller, staff.userId))).toBe(
      noticePath("no_such_person"),
    );
    expect(leadsTo(await change(otherCompany.seller, staff.userId, "admin"))).toBe(
      noticePath("no_such_person"),
    );
    const path = `invitations/${invitationId}/revoke`;
    expect(leadsTo(await send(revokeCompanyInvitation, path, otherCompany.seller))).toBe(
      noticePath("no_such_invitation"),
    );
    companyId = ownCompanyId;
    expect(await roleOf(staff)).toBe("staff");
  });

  it("actions without a session or from a form on another site are denied", async () => {
    expect(leadsTo(await send(removePerson, `${staff.userId}/remove`, null))).toBe("/sign-in");
    const foreign = { origin: "https://evil.test" };
    const answer = await send(removePerson, `${staff.userId}/remove`, owner, {}, foreign);
    expect(answer.status).toBe(403);
    expect(await roleOf(staff)).toBe("staff");
  });
});

describe("a membership of a company", () => {
  it("changes its role, with an entry in the platform's audit log", async () => {
    expect(leadsTo(await change(owner, staff.userId, "admin"))).toBe(noticePath("role_changed"));
    expect(await roleOf(staff)).toBe("admin");
    const target = `user:${staff.userId}`;
    expect(
      await db().auditRow.findFirst({ where: { organizationId: null, target } }),
    ).toMatchObject({
      actor: `user:${owner.userId}`,
      action: "company_member.role_changed",
    });
  });

  it("security 95: ends when an admin removes the person, and so do their online tokens, for good", async () => {
    const installation = await mintInstallation();
    ({ companyId } = installation);
    const boss = await mintCompanyMember(companyId, "owner");
    const { userId } = await mintCompanyMember(companyId, "staff");
    const token = await mintAccessToken(installation, "online", { userId });
    expect((await callProducts(token)).status).toBe(200);
    expect(leadsTo(await remove(boss, userId))).toBe(noticePath("removed"));
    expect((await callProducts(token)).status).toBe(401);
    await db().companyMember.create({ data: { companyId, userId, role: "staff" } });
    expect((await callProducts(token)).status).toBe(401);
  });

  it("ends with the invitations that the person sent, whose links they may know", async () => {
    const sent = await mintCompanyInvitation(companyId, { invitedBy: admin.userId });
    const otherInvitation = await mintCompanyInvitation(companyId, { invitedBy: owner.userId });
    await remove(owner, admin.userId);
    expect(await openInvitation(sent.token, null)).toMatchObject({ state: "revoked" });
    expect(await openInvitation(otherInvitation.token, null)).toMatchObject({ state: "open" });
  });

  it("loses the invitations that a lower role could not send", async () => {
    const second = await mintCompanyMember(companyId, "owner");
    const toOwner = await mintCompanyInvitation(companyId, {
      invitedBy: second.userId,
      role: "owner",
    });
    const toStaff = await mintCompanyInvitation(companyId, { invitedBy: second.userId });
    await change(owner, second.userId, "admin");
    expect(await openInvitation(toOwner.token, null)).toMatchObject({ state: "revoked" });
    expect(await openInvitation(toStaff.token, null)).toMatchObject({ state: "open" });
  });

  it("can be left by anyone but the last owner", async () => {
    expect(leadsTo(await leave(staff))).toBe("/");
    expect(await roleOf(staff)).toBeNull();
    expect(leadsTo(await leave(owner))).toBe(noticePath("last_owner"));
    expect(leadsTo(await change(owner, owner.userId, "admin"))).toBe(noticePath("last_owner"));
    const second = await mintCompanyMember(companyId, "owner");
    const answers = await Promise.all([leave(owner), leave(second)]);
    expect(answers.map(leadsTo).sort()).toEqual(["/", noticePath("last_owner")]);
  });

  it.each(["directory", "claims"] as const)(
    "cannot be changed here when it came from the platform (%s)",
    async (source) => {
      const where = { companyId_userId: { companyId, userId: staff.userId } };
      await db().companyMember.update({ where, data: { source } });
      const answers = [
        await change(owner, staff.userId, "admin"),
        await remove(owner, staff.userId),
        await leave(staff),
      ];
      expect(answers.map(leadsTo)).toEqual(answers.map(() => noticePath("managed")));
      expect(await roleOf(staff)).toBe("staff");
    },
  );
});
