import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { acceptInvitation } from "@/lib/tenants/joining/accept-invitation";
import { openInvitation } from "@/lib/tenants/joining/open-invitation";
import { mintUser } from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";
import { type MailServer, serveMail } from "@/test/process/serve-mail";
import { configureTestEnv } from "@/test/process/test-env";
import { invitationToken, type PeopleScene, peopleScenes } from "@/test/requests/people-scene";
import { sendForm } from "@/test/requests/send-form";

const newPerson = { first_name: "Nia", last_name: "Okafor", password: "a long enough password" };

const anAddress = () => `${newId()}@example.com`;
const stateOf = async ({ token }: { token: string }) => (await openInvitation(token, null)).state;

describe.each(peopleScenes)("the people of an %s", (_kind, mint) => {
  let tenant: PeopleScene;

  beforeEach(async () => {
    tenant = await mint();
  });

  it.each(["owner", "admin", "lowest"] as const)(
    "security 58: an admin gives and takes the role %s only with all of its permissions",
    async (which) => {
      const role = which === "lowest" ? tenant.lowest : which;
      const outcome = role === "owner" ? "not_allowed" : "done";
      const admin = await tenant.member("admin");
      const [toDemote, toRemove] = [await tenant.member(which), await tenant.member(which)];
      const toRise = await tenant.member("lowest");
      const columns = role === "owner" || role === "admin" ? { role } : {};
      const invitations = [
        await tenant.invitation(columns),
        await tenant.invitation(columns),
      ] as const;
      const outcomes = [
        await tenant.change(admin, toRise, role),
        await tenant.change(admin, toDemote, tenant.lowest),
        await tenant.remove(admin, toRemove),
        await tenant.invite(admin, anAddress(), role),
        await tenant.resend(admin, invitations[0]),
        await tenant.revoke(admin, invitations[1]),
      ].map((each) => each.outcome);
      expect(outcomes).toEqual(outcomes.map(() => outcome));
      const roles = await Promise.all([toRise, toDemote, toRemove].map(tenant.roleOf));
      expect(roles).toEqual(
        role === "owner" ? [tenant.lowest, "owner", "owner"] : [role, tenant.lowest, null],
      );
      expect(await stateOf(invitations[1])).toBe(role === "owner" ? "open" : "revoked");
    },
  );

  it("may all leave, and an owner appoints and removes owners", async () => {
    for (const role of ["lowest", "admin", "owner"] as const) {
      const person = await tenant.member(role);
      expect([(await tenant.leave(person)).outcome, await tenant.roleOf(person)]).toEqual([
        "done",
        null,
      ]);
    }
    const person = await tenant.member("lowest");
    expect((await tenant.change(tenant.owner, person, "owner")).outcome).toBe("done");
    expect((await tenant.remove(tenant.owner, person)).outcome).toBe("done");
  });

  it("do not include strangers", async () => {
    for (const stranger of [await mintUser(), (await mint()).owner]) {
      expect((await tenant.change(tenant.owner, stranger, "admin")).outcome).toBe("no_such_person");
      expect((await tenant.remove(tenant.owner, stranger)).outcome).toBe("no_such_person");
    }
  });

  it("cannot be changed here if the platform manages their membership", async () => {
    const person = await tenant.member("lowest");
    await tenant.manage(person, "claims");
    for (const { outcome } of [
      await tenant.change(tenant.owner, person, "admin"),
      await tenant.remove(tenant.owner, person),
      await tenant.leave(person),
    ])
      expect(outcome).toBe("managed");
  });

  it("security 57: always include an owner who can sign in", async () => {
    const { owner } = tenant;
    const inactiveOwner = await tenant.member("owner");
    const data = { deactivatedAt: new Date() };
    await db().user.update({ where: { id: inactiveOwner.userId }, data });
    for (const { outcome } of [
      await tenant.change(owner, owner, "admin"),
      await tenant.remove(owner, owner),
      await tenant.leave(owner),
    ])
      expect(outcome).toBe("last_owner");
    expect((await tenant.change(owner, owner, "owner")).outcome).toBe("done");
    expect(await tenant.roleOf(owner)).toBe("owner");
  });

  it("security 57: include one owner after all owners leave at the same time", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => tenant.member("owner")));
    const attempts = await Promise.all([tenant.owner, ...others].map(tenant.leave));
    const outcomes = attempts.map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("done"), "last_owner"]);
  });

  it("security 57: include an owner after owners demote and remove each other concurrently", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => tenant.member("owner")));
    const owners = [tenant.owner, ...others];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const by = owners[n % 10] ?? tenant.owner;
        const person = owners[(n + 1 + (n % 7)) % 10] ?? tenant.owner;
        return n % 3 === 0 ? tenant.remove(by, person) : tenant.change(by, person, "admin");
      }),
    );
    expect(await Promise.all(owners.map(tenant.roleOf))).toContain("owner");
  });
});

describe.each(peopleScenes)("an invitation to an %s", (_kind, mint) => {
  let tenant: PeopleScene;
  let mail: MailServer | undefined;

  beforeEach(async () => {
    tenant = await mint();
  });
  afterEach(async () => {
    await mail?.close();
    mail = undefined;
    configureTestEnv();
  });

  async function mailBy(options: Parameters<typeof serveMail>[0] = {}): Promise<void> {
    mail = await serveMail(options);
    configureTestEnv({ SMTP_URL: mail.url, MAIL_FROM: "latchkey@example.com" });
  }

  /** Lets a new person accept an invitation, and returns whether their address then counts as verified. */
  async function isVerifiedBy(token: string, email: string): Promise<boolean> {
    await sendForm(acceptInvitation, { params: { token }, fields: newPerson });
    return (await db().user.findFirstOrThrow({ where: { email } })).emailVerifiedAt !== null;
  }

  it("is shown once if there is no mail server, and then verifies no address", async () => {
    const email = anAddress();
    const { token } = await tenant.invite(tenant.owner, ` ${email.toUpperCase()} `, "admin");
    expect(await openInvitation(token, null)).toMatchObject({
      state: "open",
      email,
      role: "admin",
      inviterName: "Asha Rao",
      to: { name: tenant.name },
    });
    expect(await isVerifiedBy(token, email)).toBe(false);
  });

  it("is mailed in the inviter's language, is in no response, and verifies the address", async () => {
    await mailBy();
    const email = anAddress();
    const answer = await tenant.invite(tenant.owner, email, tenant.lowest, "de");
    expect(answer).toEqual({ outcome: "done", token: "" });
    const [sent] = mail?.mails ?? [];
    const source = sent?.source.replaceAll("=\r\n", "") ?? "";
    expect([sent?.to, source]).toEqual([
      [email],
      expect.stringContaining(`Subject: Einladung zu ${tenant.name}`),
    ]);
    expect(await isVerifiedBy(invitationToken(source), email)).toBe(true);
  });

  it("verifies no address once its mailed link was replaced by one that is passed on by hand", async () => {
    await mailBy();
    const email = anAddress();
    await tenant.invite(tenant.owner, email, tenant.lowest);
    configureTestEnv();
    const [invitationId = ""] = await tenant.openInvitations();
    const { token } = await tenant.resend(tenant.owner, { invitationId });
    expect(await isVerifiedBy(token, email)).toBe(false);
  });

  it("is shown when the mail server does not accept the mail", async () => {
    await mailBy({ rejects: true });
    expect(await stateOf(await tenant.invite(tenant.owner, anAddress(), tenant.lowest))).toBe(
      "open",
    );
  });

  it("is not created for a member, or twice for an address, even concurrently", async () => {
    const { owner, lowest } = tenant;
    const { email } = await tenant.member("lowest");
    expect((await tenant.invite(owner, email, lowest)).outcome).toBe("already_member");
    const address = anAddress();
    const invite = () => tenant.invite(owner, address, lowest);
    const outcomes = (await Promise.all([1, 2, 3, 4, 5].map(invite))).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(4).fill("already_invited"), "done"]);
    const elsewhere = await mint();
    expect((await elsewhere.invite(elsewhere.owner, address, lowest)).outcome).toBe("done");
  });

  it("replaces one that has expired", async () => {
    const old = await tenant.invitation({ expiresAt: aMinuteAgo() });
    expect((await tenant.invite(tenant.owner, old.email, tenant.lowest)).outcome).toBe("done");
    expect(await stateOf(old)).toBe("revoked");
  });

  it("is not created when 100 are open", async () => {
    await Promise.all(Array.from({ length: 100 }, () => tenant.invitation()));
    const { outcome } = await tenant.invite(tenant.owner, anAddress(), tenant.lowest);
    expect(outcome).toBe("too_many_invitations");
  });

  it("gets a new link when it is sent again, and the earlier one stops working", async () => {
    const old = await tenant.invitation({ expiresAt: aMinuteAgo() });
    const renewal = await tenant.resend(tenant.owner, old);
    expect([await stateOf(old), await stateOf(renewal)]).toEqual(["unknown", "open"]);
  });

  it("security 47: can be sent again or revoked only while it is open, and by its own tenant", async () => {
    const revokedInvitation = await tenant.invitation();
    expect((await tenant.revoke(tenant.owner, revokedInvitation)).outcome).toBe("done");
    expect(await stateOf(revokedInvitation)).toBe("revoked");
    const foreign = await (await mint()).invitation();
    for (const invitation of [revokedInvitation, foreign, { ...foreign, invitationId: newId() }]) {
      expect((await tenant.resend(tenant.owner, invitation)).outcome).toBe("no_such_invitation");
      expect((await tenant.revoke(tenant.owner, invitation)).outcome).toBe("no_such_invitation");
    }
    expect(await stateOf(foreign)).toBe("open");
  });
});
