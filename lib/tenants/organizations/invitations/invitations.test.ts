import { describe, expect, it } from "vitest";
import { sha256 } from "@/lib/core/crypto/hash";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { scopePermissions } from "@/lib/core/permissions";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { mintManagementToken, mintOrganization } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { mintInvitation } from "@/test/factories/mint-invitation";
import { serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { organizationScene } from "@/test/requests/client-scene";
import { invitationToken } from "@/test/requests/people-scene";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const { id, member, call } = organizationScene();

const create = (body: object, as: Parameters<typeof call>[1] = {}) =>
  call(createInvitation, { body, ...as });
const anAddress = () => `${newId()}@example.com`;

describe("an invitation to an organization", () => {
  it("has its link in the response if no mail server is configured, and only its hash is stored", async () => {
    const email = anAddress();
    const { status, body } = await create({ email, role: "developer" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ email, role: "developer", invited_by: "Asha Rao" },
      ...{ mail: "no_mail_server", expired: false },
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
    const { body } = await create({ email: anAddress(), role: "auditor" });
    await server.close();
    configureTestEnv();
    expect(body).toMatchObject({ mail, link });
  });

  it("may be sent by a token, and then no person sent it", async () => {
    const { token } = await mintManagementToken(id(), Object.keys(scopePermissions));
    const { status, body } = await create({ email: anAddress(), role: "owner" }, { as: token });
    expect([status, body.invited_by]).toEqual([201, null]);
  });

  it.each([
    [{ email: "none", role: "admin" }, "email"],
    [{ email: `${"x".repeat(200)}@example.com`, role: "admin" }, "email"],
    [{ email: "a@example.com\r\nBcc: b@example.com", role: "admin" }, "email"],
    [{ email: "asha@example.com", role: "king" }, "role"],
    [{ email: "asha@example.com", role: "admin", organization_id: "x" }, "organization_id"],
  ])("is not created for %j", async (body, path) => {
    const answer = await create(body);
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
