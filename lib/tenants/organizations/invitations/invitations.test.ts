import { afterEach, describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { organizationRoles, scopePermissions } from "@/lib/core/permissions";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { resendInvitation } from "@/lib/tenants/organizations/invitations/resend-invitation";
import { revokeInvitation } from "@/lib/tenants/organizations/invitations/revoke-invitation";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import type { RouteCall } from "@/test/requests/call-route";
import { organizationScene } from "@/test/requests/client-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { id, owner, member, call } = organizationScene();

type As = RouteCall["as"];

const create = (body: object, as: As = owner()) => call(createInvitation, { body, as });
const list = (as: As = owner()) => call(listInvitations, { as });
const resend = (invitation_id: string, as: As = owner()) =>
  call(resendInvitation, { params: { invitation_id }, as });
const revoke = (invitation_id: string, as: As = owner()) =>
  call(revokeInvitation, { params: { invitation_id }, as });

const anAddress = () => `${newId()}@example.com`;
const tokenOf = (link: string) => link.split("/").at(-1) ?? "";
const stateOf = async (token: string) => (await openInvitation(token, null)).state;

describe("an invitation", () => {
  it("returns the link once to the inviter when no mail server is configured, and stores only its hash", async () => {
    const email = anAddress();
    const { status, body } = await create({ email: ` ${email.toUpperCase()} `, role: "developer" });
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
    expect(Buffer.from(row.tokenHash)).toEqual(sha256(tokenOf(textOf(body.link))));
    expect(JSON.stringify(await list())).not.toContain("lkl_");
  });

  it.each([
    [{ email: "none", role: "admin" }, "email"],
    [{ email: `${"x".repeat(200)}@example.com`, role: "admin" }, "email"],
    [{ email: "a@example.com\r\nBcc: b@example.com", role: "admin" }, "email"],
    [{ role: "admin" }, "email"],
    [{ email: "asha@example.com", role: "king" }, "role"],
    [{ email: "asha@example.com" }, "role"],
    [{ email: "asha@example.com", role: "admin", organization_id: "x" }, "organization_id"],
  ])("rejects %j", async (body, path) => {
    const answer = await create(body);
    expect([answer.status, fieldAt(answer.body, "errors.0.path")]).toEqual([400, path]);
  });

  it("rejects an invitation for an existing member", async () => {
    const { email } = await member("auditor");
    expect((await create({ email, role: "admin" })).status).toBe(409);
  });

  it("allows one open invitation per address, even under concurrent requests", async () => {
    const invitation = { email: anAddress(), role: "developer" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(invitation)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const { organizationId, owner: as } = await mintOrganization();
    const params = { organization_id: organizationId };
    expect((await call(createInvitation, { params, as, body: invitation })).status).toBe(201);
  });

  it("allows a new invitation once the previous one has expired", async () => {
    const old = await mintInvitation(id(), { expiresAt: aMinuteAgo() });
    expect((await create({ email: old.email, role: "auditor" })).status).toBe(201);
    expect(await stateOf(old.token)).toBe("revoked");
  });

  it("limits an organization to one hundred open invitations", async () => {
    const organizationId = id();
    const invitations = Array.from({ length: 100 }, () => mintInvitation(organizationId));
    await Promise.all(invitations);
    const answer = await create({ email: anAddress(), role: "developer" });
    expect([answer.status, answer.body.error]).toEqual([409, "conflict"]);
  });
});

describe("who may invite to which role", () => {
  it.each(organizationRoles)(
    "security 58: lets an admin invite, resend, and revoke for the role %s only within own permissions",
    async (role) => {
      const admin = await member("admin");
      const allowed = role !== "owner";
      expect((await create({ email: anAddress(), role }, admin)).status).toBe(allowed ? 201 : 403);
      const { invitationId } = await mintInvitation(id(), { role });
      expect((await resend(invitationId, admin)).status).toBe(allowed ? 200 : 403);
      expect((await revoke(invitationId, admin)).status).toBe(allowed ? 200 : 403);
    },
  );

  it("lets a token invite, and records no person as the inviter", async () => {
    const scopes = Object.keys(scopePermissions);
    const { token } = await mintManagementToken(id(), scopes);
    const { status, body } = await create({ email: anAddress(), role: "owner" }, token);
    expect([status, body.invited_by]).toEqual([201, null]);
  });
});

describe("resending an invitation", () => {
  it("creates a new seven-day link and invalidates the old one", async () => {
    const old = await mintInvitation(id(), { expiresAt: aMinuteAgo() });
    const { status, body } = await resend(old.invitationId);
    expect([status, body.email, body.expired]).toEqual([200, old.email, false]);
    expect(await stateOf(old.token)).toBe("unknown");
    expect(await stateOf(tokenOf(textOf(body.link)))).toBe("open");
  });

  it("security 47: resends and revokes only open invitations of this organization", async () => {
    const otherOrganization = await mintOrganization();
    const theirs = await mintInvitation(otherOrganization.organizationId);
    const endedInvitation = await mintInvitation(id(), {
      revokedAt: new Date(),
    });
    for (const invitationId of [theirs.invitationId, endedInvitation.invitationId, newId()]) {
      expect((await resend(invitationId)).status).toBe(404);
      expect((await revoke(invitationId)).status).toBe(404);
    }
    expect(await stateOf(theirs.token)).toBe("open");
  });
});

describe("the list of invitations", () => {
  it("lists this organization's open invitations, newest first, and marks expired ones", async () => {
    const organizationId = id();
    const old = await mintInvitation(organizationId, {
      createdAt: new Date(Date.now() - 3_600_000),
      expiresAt: aMinuteAgo(),
    });
    const fresh = await mintInvitation(organizationId);
    await mintInvitation(organizationId, { revokedAt: new Date() });
    await mintInvitation(organizationId, { acceptedAt: new Date() });
    await mintInvitation((await mintOrganization()).organizationId);
    const { body } = await list(await member("auditor"));
    expect(listOf(body.items).map((item) => [item.id, item.expired])).toEqual([
      [fresh.invitationId, false],
      [old.invitationId, true],
    ]);
    expect(fieldAt(body, "page.total")).toBe(2);
  });
});

describe("revoking an invitation", () => {
  it("invalidates the link immediately", async () => {
    const { invitationId, token } = await mintInvitation(id());
    expect((await revoke(invitationId)).status).toBe(200);
    expect(await stateOf(token)).toBe("revoked");
    expect((await revoke(invitationId)).status).toBe(404);
  });
});

describe("an invitation sent by mail", () => {
  let server: MailServer;

  async function mailBy(options: Parameters<typeof serveMail>[0] = {}) {
    server = await serveMail(options);
    configureTestEnv({ SMTP_URL: server.url, MAIL_FROM: "latchkey@example.com" });
  }

  afterEach(async () => {
    await server.close();
    configureTestEnv();
  });

  it("delivers the link only to the invited person and omits it from the response", async () => {
    await mailBy();
    const email = anAddress();
    const { body } = await create({ email, role: "auditor" });
    expect(body).toMatchObject({ mail: "sent", link: null });
    const [mail] = server.mails;
    expect(mail?.to).toEqual([email]);
    const text = mail?.source.replaceAll("=\r\n", "") ?? "";
    expect(text).toContain("Subject: Join Shipfast Labs on Latchkey");
    expect(text).toContain("Asha Rao invites you");
    const [link = ""] = new RegExp(`${env().baseUrl}/invitation/\\S+`).exec(text) ?? [];
    expect(await stateOf(tokenOf(link))).toBe("open");
  });

  it("returns a working link in the response when the mail server rejects the mail", async () => {
    await mailBy({ rejects: true });
    const { status, body } = await create({ email: anAddress(), role: "auditor" });
    expect([status, body.mail]).toEqual([201, "refused"]);
    expect(await stateOf(tokenOf(textOf(body.link)))).toBe("open");
  });
});
