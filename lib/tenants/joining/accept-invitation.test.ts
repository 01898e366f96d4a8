import { beforeEach, describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { env } from "@/lib/core/env";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import type { OrganizationRole } from "@/lib/core/permissions";
import { readSession } from "@/lib/identity/sessions/read-session";
import { signIn } from "@/lib/identity/sessions/sign-in";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedOrganization,
  type MintedUser,
  mintMember,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type MintedInvitation, mintInvitation } from "@/test/factories/mint-invitation";

const newPerson = { first_name: "Nia", last_name: "Okafor", password: "a long enough password" };
const from = { ipAddress: null, userAgent: null };

let organization: MintedOrganization;
let invitation: MintedInvitation;

beforeEach(async () => {
  organization = await mintOrganization();
  invitation = await mintInvitation(organization.organizationId, {
    invitedBy: organization.owner.userId,
    role: "auditor",
  });
});

function accept(
  token: string,
  {
    as,
    fields = newPerson,
    origin = env().baseUrl,
    address = "203.0.113.5",
  }: {
    as?: MintedUser;
    fields?: Record<string, string>;
    origin?: string;
    address?: string;
  } = {},
): Promise<Response> {
  return answerOperation(acceptInvitation)(
    new Request(`${env().baseUrl}/invitation/${token}/accept`, {
      method: "POST",
      headers: { ...(as && browserHeaders(as)), origin, [CLIENT_ADDRESS_HEADER]: address },
      body: new URLSearchParams(fields),
    }),
  );
}

const members = () =>
  db().organizationMember.findMany({
    where: { organizationId: organization.organizationId },
    select: { userId: true, role: true },
  });
const home = () => `/organization/${organization.organizationId}/clients`;
const pageOf = (token: string) => `/invitation/${token}`;
const leadsTo = (response: Response) => response.headers.get("location");

describe("a person without an account", () => {
  it("gets one and is signed in as a member with the invitation's role", async () => {
    const response = await accept(invitation.token);
    expect(leadsTo(response)).toBe(home());
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(response.headers.get("set-cookie")).toContain("HttpOnly; SameSite=Lax");
    const session = await readSession(new Headers({ cookie }));
    expect(session).toMatchObject({ email: invitation.email, firstName: "Nia" });
    expect(await members()).toContainEqual({ userId: session?.userId, role: "auditor" });
    expect(await signIn(invitation.email, newPerson.password, from)).not.toBeNull();
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization.organizationId },
    });
    expect(rows).toMatchObject([
      {
        action: "member.joined",
        actor: `user:${session?.userId}`,
        target: `user:${session?.userId}`,
        after: { role: "auditor" },
      },
    ]);
  });

  it.each([
    ["a short password", { ...newPerson, password: "eleven char" }, "password"],
    ["a common password", { ...newPerson, password: "password1234" }, "password_common"],
    ["no name", { ...newPerson, first_name: " " }, "first_name"],
    ["nothing", {}, "first_name,last_name,password"],
  ])("returns to the form with field names but no values for %s", async (_what, fields, wrong) => {
    const response = await accept(invitation.token, { fields });
    expect(leadsTo(response)).toBe(`${pageOf(invitation.token)}?invalid=${wrong}`);
    expect(await members()).toHaveLength(1);
    expect((await openInvitation(invitation.token, null)).state).toBe("open");
  });

  it("cannot choose another address or role", async () => {
    const fields = { ...newPerson, email: "evil@example.com", role: "owner" };
    await accept(invitation.token, { fields });
    expect(await db().user.count({ where: { email: "evil@example.com" } })).toBe(0);
    expect((await members()).map(({ role }) => role).toSorted()).toEqual(["auditor", "owner"]);
  });
});

describe("the organization's sandbox company", () => {
  const sandboxRole = async ({ userId }: MintedUser) => {
    const { companyId } = organization;
    const found = await db().companyMember.findUnique({
      where: { companyId_userId: { companyId, userId } },
    });
    return found?.role ?? null;
  };

  async function join(role: OrganizationRole): Promise<MintedUser> {
    const person = await mintUser();
    const { token } = await mintInvitation(organization.organizationId, {
      email: person.email,
      role,
    });
    expect(leadsTo(await accept(token, { as: person }))).toBe(home());
    return person;
  }

  it.each([
    ["owner", "owner"],
    ["admin", "admin"],
    ["developer", "admin"],
    ["auditor", null],
  ] as const)("admits a person who joins as %s as its %s", async (role, inSandbox) => {
    expect(await sandboxRole(await join(role))).toBe(inSandbox);
  });

  it("admits no one when it is a real company", async () => {
    const { companyId } = organization;
    await db().company.update({ where: { id: companyId }, data: { isSandbox: false } });
    expect(await sandboxRole(await join("developer"))).toBeNull();
  });

  it("keeps a member's role when they accept another invitation", async () => {
    const { owner, organizationId } = organization;
    const { token } = await mintInvitation(organizationId, { email: owner.email, role: "auditor" });
    await accept(token, { as: owner });
    expect(await sandboxRole(owner)).toBe("owner");
  });
});

describe("a person with an account", () => {
  let person: MintedUser;

  beforeEach(async () => {
    person = await mintUser();
    const { organizationId } = organization;
    invitation = await mintInvitation(organizationId, { email: person.email });
  });

  it("joins when signed in to it", async () => {
    expect(leadsTo(await accept(invitation.token, { as: person }))).toBe(home());
    expect(await members()).toContainEqual({ userId: person.userId, role: "developer" });
  });

  it("cannot join before signing in, or get a second account or another password", async () => {
    expect(leadsTo(await accept(invitation.token))).toBe(pageOf(invitation.token));
    expect(await members()).toHaveLength(1);
    expect(await signIn(person.email, newPerson.password, from)).toBeNull();
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
  });

  it("security 59: cannot be replaced by another signed-in person", async () => {
    const otherUser = await mintUser();
    expect(leadsTo(await accept(invitation.token, { as: otherUser }))).toBe(
      pageOf(invitation.token),
    );
    expect(await members()).toHaveLength(1);
  });
});

it("a signed-in person cannot accept an invitation for an address without an account", async () => {
  const otherUser = await mintUser();
  const response = await accept(invitation.token, { as: otherUser });
  expect(leadsTo(response)).toBe(pageOf(invitation.token));
  expect(await db().user.count({ where: { email: invitation.email } })).toBe(0);
});

describe("an invitation link", () => {
  it("security 59: works once, even under concurrent use", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(invitation.token)));
    expect(answers.filter((answer) => leadsTo(answer) === home())).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await members()).toHaveLength(2);
    expect(await db().user.count({ where: { email: invitation.email } })).toBe(1);
    expect((await openInvitation(invitation.token, null)).state).toBe("accepted");
  });

  it("is either accepted or revoked in a race, never both", async () => {
    const revoke = db().invitation.updateMany({
      where: { id: invitation.invitationId, acceptedAt: null, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const [answer, { count }] = await Promise.all([accept(invitation.token), revoke]);
    expect(leadsTo(answer) === home()).toBe(count === 0);
    expect(await members()).toHaveLength(count === 0 ? 2 : 1);
  });

  it.each([
    ["expired", { expiresAt: aMinuteAgo(), createdAt: new Date(Date.now() - 3_600_000) }],
    ["revoked", { revokedAt: new Date() }],
    ["accepted", { acceptedAt: new Date() }],
  ] as const)("security 59: says that it is %s and admits no one", async (kind, columns) => {
    const endedInvitation = await mintInvitation(organization.organizationId, columns);
    expect(await openInvitation(endedInvitation.token, null)).toMatchObject({
      state: kind,
      to: { kind: "organization", name: "Shipfast Labs" },
    });
    expect(leadsTo(await accept(endedInvitation.token))).toBe(pageOf(endedInvitation.token));
    expect(await members()).toHaveLength(1);
  });

  it.each([
    ["nothing", ""],
    ["made up", "made-up"],
    ["a secret", newToken("secret")],
    ["of no invitation", newToken("link")],
  ])("is unknown if it is %s", async (_what, token) => {
    expect(await openInvitation(token, null)).toEqual({ state: "unknown" });
  });

  it("security 18: cannot be used by a form on another site", async () => {
    const response = await accept(invitation.token, { origin: "https://evil.test" });
    expect(response.status).toBe(403);
    expect(await members()).toHaveLength(1);
  });

  it("security 54: cannot be guessed: a network that tries many is blocked, and others are not", async () => {
    const address = "198.51.100.77";
    for (let n = 0; n < 20; n += 1) await accept(newToken("link"), { address });
    await expect(openInvitation(invitation.token, address)).rejects.toMatchObject({ status: 429 });
    expect((await accept(invitation.token, { address })).status).toBe(429);
    expect(leadsTo(await accept(invitation.token))).toBe(home());
  });
});

it("an older invitation does not change the role of a member who accepts it", async () => {
  const { organizationId } = organization;
  const person = await mintMember(organizationId, "admin");
  const older = await mintInvitation(organizationId, { email: person.email, role: "auditor" });
  await accept(older.token, { as: person });
  expect(await members()).toContainEqual({ userId: person.userId, role: "admin" });
});
