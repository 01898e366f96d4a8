import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { CLIENT_ADDRESS_HEADER } from "@/lib/core/http/request-info";
import { signIn } from "@/lib/identity/sessions/check-password";
import { readSession } from "@/lib/identity/sessions/read-session";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import {
  MINTED_PASSWORD,
  type MintedUser,
  mintCompany,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import {
  type MintedInvitation,
  mintCompanyInvitation,
  mintInvitation,
} from "@/test/factories/mint-invitation";
import { type PeopleScene, peopleScenes } from "@/test/requests/people-scene";
import { locationOf, sendForm } from "@/test/requests/send-form";

const newPerson = { first_name: "Nia", last_name: "Okafor", password: "a long enough password" };
const from = { ipAddress: null, userAgent: null };

type Sender = { as?: MintedUser; fields?: Record<string, string>; address?: string };

function accept(token: string, { as, fields = newPerson, address = "203.0.113.5" }: Sender = {}) {
  const headers = { [CLIENT_ADDRESS_HEADER]: address };
  return sendForm(acceptInvitation, { params: { token }, as: as ?? null, fields, headers });
}
const pageOf = ({ token }: { token: string }) => `/invitation/${token}`;
const stateOf = async ({ token }: { token: string }) => (await openInvitation(token, null)).state;

describe.each(peopleScenes)("an invitation to an %s", (kind, mint) => {
  let tenant: PeopleScene;
  let invitation: MintedInvitation;

  beforeEach(async () => {
    tenant = await mint();
    invitation = await tenant.invitation({ invitedBy: tenant.owner.userId, role: "admin" });
  });

  const countPeople = (email = invitation.email) => db().user.count({ where: { email } });

  it("security 59: admits one new person in its role and signs them in, even under concurrent use", async () => {
    // A person chooses neither the address nor the role.
    const fields = { ...newPerson, email: `evil-${invitation.email}`, role: "owner" };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => accept(invitation.token, { fields })),
    );
    const admissions = answers.filter((answer) => locationOf(answer) === tenant.home);
    expect(admissions).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    const cookie = admissions[0]?.headers.get("set-cookie") ?? "";
    expect(cookie).toContain("HttpOnly; SameSite=Lax");
    const session = await readSession(new Headers({ cookie: cookie.split(";")[0] ?? "" }));
    expect(session).toMatchObject({ email: invitation.email, firstName: "Nia" });
    const userId = session?.userId ?? "";
    expect([await tenant.roleOf({ userId }), await countPeople()]).toEqual(["admin", 1]);
    expect(await countPeople(fields.email)).toBe(0);
    expect(await signIn(invitation.email, newPerson.password, from)).not.toBeNull();
    expect(await stateOf(invitation)).toBe("accepted");
    const target = `user:${userId}`;
    const action = kind === "company" ? "company_member.joined" : "member.joined";
    expect(await db().auditRow.findMany({ where: { target } })).toMatchObject([
      { action, actor: target, after: { role: "admin" } },
    ]);
  });

  it.each([
    ["expired", { expiresAt: aMinuteAgo(), createdAt: new Date(Date.now() - 3_600_000) }],
    ["revoked", { revokedAt: new Date() }],
    ["accepted", { acceptedAt: new Date() }],
  ] as const)("security 59: says that it is %s and admits no one", async (state, columns) => {
    const endedInvitation = await tenant.invitation(columns);
    const to = { kind, name: tenant.name };
    expect(await openInvitation(endedInvitation.token, null)).toMatchObject({ state, to });
    expect(locationOf(await accept(endedInvitation.token))).toBe(pageOf(endedInvitation));
    expect(await countPeople(endedInvitation.email)).toBe(0);
  });

  it("security 59: admits a person with an account only when they are signed in to it", async () => {
    const person = await mintUser();
    const theirs = await tenant.invitation({ email: person.email });
    for (const sender of [{}, { as: await mintUser() }]) {
      expect(locationOf(await accept(theirs.token, sender))).toBe(pageOf(theirs));
    }
    expect(await tenant.roleOf(person)).toBeNull();
    expect(await signIn(person.email, newPerson.password, from)).toBeNull();
    expect(await signIn(person.email, MINTED_PASSWORD, from)).not.toBeNull();
    expect(locationOf(await accept(theirs.token, { as: person }))).toBe(tenant.home);
    expect(await tenant.roleOf(person)).toBe(tenant.lowest);
  });

  it("is not for a person who is signed in to another account", async () => {
    const answer = await accept(invitation.token, { as: await mintUser() });
    expect([locationOf(answer), await countPeople()]).toEqual([pageOf(invitation), 0]);
  });

  it("is either accepted or revoked in a race, never both", async () => {
    const [answer, { outcome }] = await Promise.all([
      accept(invitation.token),
      tenant.revoke(tenant.owner, invitation),
    ]);
    const isAdmitted = locationOf(answer) === tenant.home;
    expect(outcome).toBe(isAdmitted ? "no_such_invitation" : "done");
    expect(await countPeople()).toBe(isAdmitted ? 1 : 0);
  });

  it("does not change the role of a member who accepts it", async () => {
    const { owner } = tenant;
    const older = await tenant.invitation({ email: owner.email });
    expect(locationOf(await accept(older.token, { as: owner }))).toBe(tenant.home);
    expect(await tenant.roleOf(owner)).toBe("owner");
  });
});

describe("an invitation link", () => {
  let organization: Awaited<ReturnType<typeof mintOrganization>>;
  let invitation: MintedInvitation;

  beforeEach(async () => {
    organization = await mintOrganization();
    invitation = await mintInvitation(organization.organizationId);
  });

  it.each([
    ["a short password", { ...newPerson, password: "eleven char" }, "password"],
    ["a common password", { ...newPerson, password: "password1234" }, "password_common"],
    ["no name", { ...newPerson, first_name: " " }, "first_name"],
    ["nothing", {}, "first_name,last_name,password"],
  ])("returns to the form with field names but no values for %s", async (_what, fields, wrong) => {
    const response = await accept(invitation.token, { fields });
    expect(locationOf(response)).toBe(`${pageOf(invitation)}?invalid=${wrong}`);
    expect(await stateOf(invitation)).toBe("open");
  });

  it("security 54: cannot be guessed: a network that tries many is blocked, and others are not", async () => {
    const address = "198.51.100.77";
    for (let n = 0; n < 20; n += 1) await accept(newToken("link"), { address });
    await expect(openInvitation(invitation.token, address)).rejects.toMatchObject({ status: 429 });
    expect((await accept(invitation.token, { address })).status).toBe(429);
    expect(await stateOf(invitation)).toBe("open");
    const { headers } = await accept(invitation.token);
    expect(headers.get("location")).toContain(organization.organizationId);
  });

  it("ends when the platform closes the company", async () => {
    const { companyId } = await mintCompany();
    const closed = await mintCompanyInvitation(companyId);
    await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
    expect(await stateOf(closed)).toBe("revoked");
    expect(locationOf(await accept(closed.token))).toBe(pageOf(closed));
  });
});
