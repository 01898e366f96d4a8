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
  let place: PeopleScene;

  beforeEach(async () => {
    place = await mint();
  });

  it.each(["owner", "admin", "lowest"] as const)(
    "security 58: an admin gives and takes the role %s only with all of its permissions",
    async (which) => {
      const role = which === "lowest" ? place.lowest : which;
      const outcome = role === "owner" ? "not_allowed" : "done";
      const admin = await place.member("admin");
      const [toDemote, toRemove] = [await place.member(which), await place.member(which)];
      const toRise = await place.member("lowest");
      const columns = role === "owner" || role === "admin" ? { role } : {};
      const invitations = [
        await place.invitation(columns),
        await place.invitation(columns),
      ] as const;
      const outcomes = [
        await place.change(admin, toRise, role),
        await place.change(admin, toDemote, place.lowest),
        await place.remove(admin, toRemove),
        await place.invite(admin, anAddress(), role),
        await place.resend(admin, invitations[0]),
        await place.revoke(admin, invitations[1]),
      ].map((each) => each.outcome);
      expect(outcomes).toEqual(outcomes.map(() => outcome));
      const roles = await Promise.all([toRise, toDemote, toRemove].map(place.roleOf));
      expect(roles).toEqual(
        role === "owner" ? [place.lowest, "owner", "owner"] : [role, place.lowest, null],
      );
      expect(await stateOf(invitations[1])).toBe(role === "owner" ? "open" : "revoked");
    },
  );

  it("may all leave, and an owner appoints and removes owners", async () => {
    for (const role of ["lowest", "admin", "owner"] as const) {
      const person = await place.member(role);
      expect([(await place.leave(person)).outcome, await place.roleOf(person)]).toEqual([
        "done",
        null,
      ]);
    }
    const person = await place.member("lowest");
    expect((await place.change(place.owner, person, "owner")).outcome).toBe("done");
    expect((await place.remove(place.owner, person)).outcome).toBe("done");
  });

  it("do not include strangers", async () => {
    for (const stranger of [await mintUser(), (await mint()).owner]) {
      expect((await place.change(place.owner, stranger, "admin")).outcome).toBe("no_such_person");
      expect((await place.remove(place.owner, stranger)).outcome).toBe("no_such_person");
    }
  });

  it.each(["directory", "claims"] as const)(
    "cannot be changed here if their membership came from the platform's %s",
    async (source) => {
      const person = await place.member("lowest");
      await place.manage(person, source);
      for (const { outcome } of [
        await place.change(place.owner, person, "admin"),
        await place.remove(place.owner, person),
        await place.leave(person),
      ])
        expect(outcome).toBe("managed");
      expect(await place.roleOf(person)).toBe(place.lowest);
    },
  );

  it("security 57: always include an owner who can sign in", async () => {
    const { owner } = place;
    const inactiveOwner = await place.member("owner");
    const data = { deactivatedAt: new Date() };
    await db().user.update({ where: { id: inactiveOwner.userId }, data });
    for (const { outcome } of [
      await place.change(owner, owner, "admin"),
      await place.remove(owner, owner),
      await place.leave(owner),
    ])
      expect(outcome).toBe("last_owner");
    expect(await place.roleOf(owner)).toBe("owner");
  });

  it("security 57: include one owner after all owners leave at the same time", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => place.member("owner")));
    const attempts = await Promise.all([place.owner, ...others].map(place.leave));
    const outcomes = attempts.map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(9).fill("done"), "last_owner"]);
  });

  it("security 57: include an owner after owners demote and remove each other concurrently", async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => place.member("owner")));
    const owners = [place.owner, ...others];
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        const by = owners[n % 10] ?? place.owner;
        const person = owners[(n + 1 + (n % 7)) % 10] ?? place.owner;
        return n % 3 === 0 ? place.remove(by, person) : place.change(by, person, "admin");
      }),
    );
    expect(await Promise.all(owners.map(place.roleOf))).toContain("owner");
  });

  it("lose the invitations that they sent and could not send any longer, since they know the links", async () => {
    const [formerOwner, formerAdmin] = [await place.member("owner"), await place.member("admin")];
    const [toOwner, toAdmin, theirs, other] = [
      await place.invitation({ invitedBy: formerOwner.userId, role: "owner" }),
      await place.invitation({ invitedBy: formerOwner.userId, role: "admin" }),
      await place.invitation({ invitedBy: formerAdmin.userId }),
      await place.invitation({ invitedBy: place.owner.userId }),
    ];
    await place.change(place.owner, formerOwner, "admin");
    await place.remove(place.owner, formerAdmin);
    const states = await Promise.all([toOwner, toAdmin, theirs, other].map(stateOf));
    expect(states).toEqual(["revoked", "open", "revoked", "open"]);
  });
});

describe.each(peopleScenes)("an invitation to an %s", (_kind, mint) => {
  let place: PeopleScene;
  let mail: MailServer | undefined;

  beforeEach(async () => {
    place = await mint();
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
    const { token } = await place.invite(place.owner, ` ${email.toUpperCase()} `, "admin");
    expect(await openInvitation(token, null)).toMatchObject({
      state: "open",
      email,
      role: "admin",
      inviterName: "Asha Rao",
      to: { name: place.name },
    });
    expect(await isVerifiedBy(token, email)).toBe(false);
  });

  it("is mailed in the inviter's language, is in no response, and verifies the address", async () => {
    await mailBy();
    const email = anAddress();
    const answer = await place.invite(place.owner, email, place.lowest, "de");
    expect(answer).toEqual({ outcome: "done", token: "" });
    const [sent] = mail?.mails ?? [];
    const source = sent?.source.replaceAll("=\r\n", "") ?? "";
    expect([sent?.to, source]).toEqual([
      [email],
      expect.stringContaining(`Subject: Einladung zu ${place.name}`),
    ]);
    expect(await isVerifiedBy(invitationToken(source), email)).toBe(true);
  });

  it("verifies no address once its mailed link was replaced by one that is passed on by hand", async () => {
    await mailBy();
    const email = anAddress();
    await place.invite(place.owner, email, place.lowest);
    configureTestEnv();
    const [invitationId = ""] = await place.openInvitations();
    const { token } = await place.resend(place.owner, { invitationId });
    expect(await isVerifiedBy(token, email)).toBe(false);
  });

  it("is shown when the mail server does not accept the mail", async () => {
    await mailBy({ rejects: true });
    expect(await stateOf(await place.invite(place.owner, anAddress(), place.lowest))).toBe("open");
  });

  it("is not created for a member, or twice for an address, even concurrently", async () => {
    const { owner, lowest } = place;
    const { email } = await place.member("lowest");
    expect((await place.invite(owner, email, lowest)).outcome).toBe("already_member");
    const address = anAddress();
    const invite = () => place.invite(owner, address, lowest);
    const outcomes = (await Promise.all([1, 2, 3, 4, 5].map(invite))).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual([...Array(4).fill("already_invited"), "done"]);
    const elsewhere = await mint();
    expect((await elsewhere.invite(elsewhere.owner, address, lowest)).outcome).toBe("done");
  });

  it("replaces one that has expired", async () => {
    const old = await place.invitation({ expiresAt: aMinuteAgo() });
    expect((await place.invite(place.owner, old.email, place.lowest)).outcome).toBe("done");
    expect(await stateOf(old)).toBe("revoked");
  });

  it("is not created when 100 are open", async () => {
    await Promise.all(Array.from({ length: 100 }, () => place.invitation()));
    const { outcome } = await place.invite(place.owner, anAddress(), place.lowest);
    expect(outcome).toBe("too_many_invitations");
  });

  it("gets a new link when it is sent again, and the earlier one stops working", async () => {
    const old = await place.invitation({ expiresAt: aMinuteAgo() });
    const renewal = await place.resend(place.owner, old);
    expect([await stateOf(old), await stateOf(renewal)]).toEqual(["unknown", "open"]);
  });

  it("security 47: can be sent again or revoked only while it is open, and by its own place", async () => {
    const revokedInvitation = await place.invitation();
    expect((await place.revoke(place.owner, revokedInvitation)).outcome).toBe("done");
    expect(await stateOf(revokedInvitation)).toBe("revoked");
    const foreign = await (await mint()).invitation();
    for (const invitation of [revokedInvitation, foreign, { ...foreign, invitationId: newId() }]) {
      expect((await place.resend(place.owner, invitation)).outcome).toBe("no_such_invitation");
      expect((await place.revoke(place.owner, invitation)).outcome).toBe("no_such_invitation");
    }
    expect(await stateOf(foreign)).toBe("open");
  });
});
