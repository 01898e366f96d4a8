import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions/permissions";
import {
  changeMember,
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
} from "@/lib/tenants/organizations/members/members";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { mintSecondFactor } from "@/test/factories/mint-second-factor";
import { serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { organizationScene } from "@/test/requests/client-scene";
import { invitationToken } from "@/test/requests/people-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { id, owner, member, call, auditRows } = organizationScene();

const list = (as = owner()) => call(listMembers, { as });
const change = (user_id: string, role: unknown, as = owner()) =>
  call(changeMember, { params: { user_id }, body: { role }, as });
const remove = (user_id: string, as = owner()) => call(removeMember, { params: { user_id }, as });

const invite = (body: object, as: Parameters<typeof call>[1] = {}) =>
  call(createInvitation, { body, ...as });
const anAddress = () => `${newId()}@example.com`;

describe("the list of members", () => {
  it("shows who the members are, when they signed in, their second factors, and the source of memberships", async () => {
    const developer = await member("developer");
    await mintSecondFactor(developer.userId);
    await db().userSession.deleteMany({ where: { userId: owner().userId } });
    const as = await member("auditor");
    const where = { organizationId_userId: { organizationId: id(), userId: as.userId } };
    await db().organizationMember.update({ where, data: { source: "directory" } });
    const { status, body } = await list(as);
    expect(status).toBe(200);
    const people = listOf(body.items).map((item: Record<string, unknown>) => [
      item.user_id,
      item.role,
      item.has_second_factor,
      item.last_signed_in_at !== null,
      item.source,
    ]);
    expect(people).toEqual([
      [owner().userId, "owner", false, false, "local"],
      [developer.userId, "developer", true, true, "local"],
      [as.userId, "auditor", false, true, "directory"],
    ]);
    const name = { first_name: "Asha", last_name: "Rao" };
    expect(listOf(body.items)[0]).toMatchObject({ ...name, email: owner().email });
  });
});

describe("a change of a member", () => {
  it("takes effect on their next request, even in an existing session", async () => {
    const { userId, ...session } = await member("developer");
    const person = { userId, ...session };
    const { status, body } = await change(userId, "auditor");
    expect([status, body.role]).toEqual([200, "auditor"]);
    expect((await change(userId, "owner", person)).status).toBe(403);
    expect((await list(person)).status).toBe(200);
    expect((await remove(userId)).body.user_id).toBe(userId);
    expect((await list(person)).status).toBe(404);
  });

  it("leaves nothing in the audit log when the role is already set", async () => {
    const person = await member("developer");
    expect((await change(person.userId, "developer")).status).toBe(200);
    expect(await auditRows()).toEqual([]);
  });

  it.each(["superuser", "", null, 1])("rejects the role %j", async (role) => {
    const { status, body } = await change((await member("developer")).userId, role);
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, "role"]);
  });
});

describe("an invitation to an organization", () => {
  it("has its link in the response if no mail server is configured, and only its hash is stored", async () => {
    const email = anAddress();
    const { status, body } = await invite({ email, role: "developer" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email,
      role: "developer",
      invited_by: "Asha Rao",
      mail: "no_mail_server",
      expired: false,
    });
    expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation\/lkl_[\w-]{49}$/);
    const days = (Date.parse(textOf(body.expires_at)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const row = await db().invitation.findUniqueOrThrow({ where: { id: textOf(body.id) } });
    expect(Buffer.from(row.tokenHash)).toEqual(sha256(invitationToken(textOf(body.link))));
    expect(JSON.stringify(await call(listInvitations))).not.toContain("lkl_");
  });

  it.each([
    ["sent", false, null],
    ["refused", true, expect.any(String)],
  ])("says whether its mail was %s", async (mail, rejects, link) => {
    const server = await serveMail({ rejects });
    configureTestEnv({ SMTP_URL: server.url, MAIL_FROM: "latchkey@example.com" });
    const { body } = await invite({ email: anAddress(), role: "auditor" });
    await server.close();
    configureTestEnv();
    expect(body).toMatchObject({ mail, link });
  });

  it("may be sent by a token, and then no person sent it", async () => {
    const { token } = await mintManagementToken(id(), Object.keys(scopePermissions));
    const { status, body } = await invite({ email: anAddress(), role: "owner" }, { as: token });
    expect([status, body.invited_by]).toEqual([201, null]);
  });

  it.each([
    [{ email: "none", role: "admin" }, "email"],
    [{ email: `${"x".repeat(200)}@example.com`, role: "admin" }, "email"],
    [{ email: "a@example.com\r\nBcc: b@example.com", role: "admin" }, "email"],
    [{ email: "asha@example.com", role: "king" }, "role"],
    [{ email: "asha@example.com", role: "admin", organization_id: "x" }, "organization_id"],
  ])("is not created for %j", async (body, path) => {
    const answer = await invite(body);
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
  });
});

it("the list of invitations has this organization's open ones, newest first, and marks expired ones", async () => {
  const old = await mintInvitation(id(), {
    createdAt: new Date(Date.now() - 3_600_000),
    expiresAt: aMinuteAgo(),
  });
  const fresh = await mintInvitation(id());
  await mintInvitation(id(), { revokedAt: new Date() });
  await mintInvitation(id(), { acceptedAt: new Date() });
  await mintInvitation((await mintOrganization()).organizationId);
  const { body } = await call(listInvitations, { as: await member("auditor") });
  expect(listOf(body.items).map((item) => [item.id, item.expired])).toEqual([
    [fresh.invitationId, false],
    [old.invitationId, true],
  ]);
  expect(fieldAt(body, "page.total")).toBe(2);
});
