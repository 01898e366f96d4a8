import { describe, expect, it } from "vitest";
import { recordPlatformChange } from "@/lib/audit/record-change";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { openSession } from "@/lib/identity/sessions/open-session";
import { startLink } from "@/lib/platform/provider/link/link";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import { mintCompany, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { mintSeenSecret } from "@/test/factories/mint-seen-secret";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import {
  auditRowsOf,
  browserOf,
  linkAccount,
  mintLinked,
  mintOwnerInvitation,
  noticeOf,
  postLinkForm,
  storedUser,
  walkToLink,
} from "@/test/requests/link-scene";
import { providerScene } from "@/test/requests/provider-scene";
import { mintAccount, requireStoredSession, signInNewly } from "@/test/requests/provider-session";
import { openCallback, problemOf } from "@/test/requests/sign-in-at-provider";
import { takeLog } from "@/test/requests/take-log";

const logged = takeLog();
providerScene();

const OPERATOR = { operatorRole: "operator", operatorSource: "claims" } as const;
const STAFF = { role: "staff", source: "directory" } as const;

/** A person with a password, who links the account of a person of the directory. */
async function linkFormer(columns: Parameters<typeof mintAccount>[1]) {
  const [person, sub] = [await mintUser(), newId()];
  const former = await mintAccount(sub, columns);
  return { person, former, link: () => linkAccount(person, sub) };
}

const secret = (id: string) => {
  const holders = { select: { actor: true } };
  return db().clientSecret.findUniqueOrThrow({ where: { id }, include: { holders } });
};

describe("linking an account to the provider's", () => {
  it("requires the password and a sign-in at the provider, which then signs in the same person", async () => {
    const { owner, organizationId } = await mintOrganization();
    const sub = newId();
    expect(await linkAccount(owner, sub)).toBe("provider_linked");
    expect((await requireStoredSession((await signInNewly(sub)).browser)).userId).toBe(
      owner.userId,
    );
    const recorded = { organizationId, action: "provider.linked" };
    expect(await db().auditRow.count({ where: recorded })).toBe(1);
    const response = await postLinkForm(startLink, await mintUser(), "wrong");
    expect(noticeOf(response)).toBe("password_wrong");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("takes over the memberships of the directory's person with that account, and deactivates that person", async () => {
    const [{ companyId: theirs }, { companyId: both }] = [await mintCompany(), await mintCompany()];
    const memberships = [theirs, both].map((companyId) => ({ companyId, ...STAFF }));
    const { person, former, link } = await linkFormer({ companyMembers: { create: memberships } });
    const { userId } = person;
    await db().companyMember.create({ data: { companyId: both, userId, role: "owner" } });
    expect(await link()).toBe("provider_linked");
    const order = { orderBy: { companyId: "asc" } } as const;
    expect(await db().companyMember.findMany({ where: { userId }, ...order })).toMatchObject([
      { companyId: theirs, role: "staff", source: "directory" },
      { companyId: both, role: "owner", source: "local" },
    ]);
    const ended = { externalId: null, deactivatedAt: expect.any(Date) };
    expect(await storedUser(former.id)).toMatchObject(ended);
  });

  it("leaves nothing of the former person when the linked one is erased", async () => {
    const email = `${newId()}@example.com`;
    const { person, former, link } = await linkFormer({ ...OPERATOR, email });
    const info = { ipAddress: null, requestId: newId() };
    await openSession(db(), former.id, "live", { ipAddress: "203.0.113.9", userAgent: "Mira's" });
    const change = { action: "user.updated", target: `user:${former.id}`, after: { email } };
    await recordPlatformChange(db(), "operator:shell", info, change);
    await link();
    await eraseUser(person.userId, "operator:shell", info);
    expect(await storedUser(former.id)).toMatchObject({
      email: null,
      firstName: "",
      lastName: "",
      operatorRole: null,
      erasedAt: expect.any(Date),
    });
    const where = { userId: former.id };
    expect(await db().userSession.count({ where })).toBe(0);
    expect(await db().auditPersonalValue.count({ where })).toBe(0);
  });

  it("security 63: takes over which secrets the former person has seen, and revokes those beyond the role", async () => {
    const [moved, joined] = [await mintOrganization(), await mintOrganization()];
    const owned = [moved, joined].map(({ organizationId }) => ({
      organizationId,
      role: "owner" as const,
    }));
    const { person, former, link } = await linkFormer({ organizationMembers: { create: owned } });
    const { userId } = person;
    const { organizationId } = joined;
    await db().organizationMember.create({ data: { organizationId, userId, role: "auditor" } });
    const takenSecret = await mintSeenSecret(moved.organizationId, former.id);
    const lostSecret = await mintSeenSecret(organizationId, former.id);
    await link();
    const holders = [{ actor: `user:${userId}` }];
    expect(await secret(takenSecret)).toMatchObject({ revokedAt: null, holders });
    expect((await secret(lostSecret)).revokedAt).toBeInstanceOf(Date);
    expect(
      (await auditRowsOf(moved.organizationId)).map(({ action, target }) => [action, target]),
    ).toEqual([
      ["member.removed", `user:${former.id}`],
      ["member.joined", `user:${userId}`],
      ["provider.linked", `user:${userId}`],
    ]);
  });

  it("security 93: ends the former operator's role, invitations, and the service keys they have seen", async () => {
    const { person, former, link } = await linkFormer(OPERATOR);
    const hasInvitationEnded = await mintOwnerInvitation(former.id);
    const { clientId: keyId } = await mintServiceKey(["platform/log/read"]);
    await db().serviceKeySecret.updateMany({ where: { keyId }, data: { seenBy: former.id } });
    await link();
    expect(await storedUser(former.id)).toMatchObject({ operatorRole: null, operatorSource: null });
    expect(await hasInvitationEnded()).toBe(true);
    expect(await db().serviceKeySecret.findMany({ where: { keyId } })).toMatchObject([
      { seenBy: person.userId, expiresAt: expect.any(Date) },
    ]);
    const actor = `user:${person.userId}`;
    expect(await auditRowsOf(null, { actor })).toMatchObject([
      { action: "operator.revoked", target: `user:${former.id}`, before: { role: "operator" } },
      { action: "service_key.end_changed" },
      { action: "user.linked" },
    ]);
  });

  it("is denied if the account has a password or is deactivated, or if another is linked", async () => {
    const { person: first, sub } = await mintLinked();
    const second = await mintUser();
    const deactivatedId = newId();
    await mintAccount(deactivatedId, { deactivatedAt: new Date() });
    for (const [person, account] of [
      [second, sub],
      [first, newId()],
      [second, deactivatedId],
    ] as const) {
      expect(await linkAccount(person, account)).toBe("provider_taken");
    }
    expect(await storedUser(second.userId)).toMatchObject({ externalId: null });
    expect(await storedUser(first.userId)).toMatchObject({ externalId: sub });
  });

  it("is denied, without an error in the log, for an account that another person links at the same time", async () => {
    const [person, winner, sub] = [await mintUser(), await mintUser(), newId()];
    const browser = browserOf(person);
    const address = await walkToLink(browser, person, sub);
    const before = logged.length;
    const waiting = await db().$transaction(async (tx) => {
      await tx.user.update({ where: { id: winner.userId }, data: { externalId: sub } });
      const response = openCallback(browser, address);
      await untilBlockedByTransaction(tx);
      return { response };
    });
    expect(noticeOf(await waiting.response)).toBe("provider_taken");
    expect(logged.slice(before)).toEqual([]);
  });

  it("is denied when the browser returns signed in as someone else, or not at all", async () => {
    const [person, other, sub] = [await mintUser(), await mintUser(), newId()];
    const browser = browserOf(person);
    const address = await walkToLink(browser, person, sub);
    const someoneElse = browserOf(other);
    someoneElse.here.adopt(browser.here, "latchkey.oidc.");
    const problem = problemOf(await openCallback(someoneElse, address));
    expect(problem).toMatchObject({ error: "provider_state" });
    for (const { userId } of [person, other]) {
      expect(await storedUser(userId)).toMatchObject({ externalId: null });
    }
  });
});
