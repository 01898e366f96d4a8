import { describe, expect, it } from "vitest";
import { answerOperation } from "@/lib/api/answer-operation";
import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { openSession } from "@/lib/identity/sessions/open-session";
import { sessionCookieName } from "@/lib/identity/sessions/session-cookie";
import type { RoutedOperation } from "@/lib/operation/operation";
import { perform } from "@/lib/operation/perform";
import { describeLink } from "@/lib/platform/provider/link/describe-link";
import { startLink } from "@/lib/platform/provider/link/start-link";
import { unlinkProvider } from "@/lib/platform/provider/link/unlink-provider";
import { eraseUser } from "@/lib/tenants/erasure/erase-user";
import {
  browserHeaders,
  MINTED_PASSWORD,
  type MintedUser,
  mintClient,
  mintCompany,
  mintHolder,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { mintServiceKey } from "@/test/factories/mint-platform";
import { sessionOf } from "@/test/factories/page-callers";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  type ProviderBrowser,
  problemOf,
  signInAtProvider,
  walkAtProvider,
} from "@/test/requests/sign-in-at-provider";
import { takeLog } from "@/test/requests/take-log";

const logged = takeLog();
providerScene();

/** Posts a form of the profile. */
function post(form: RoutedOperation, person: MintedUser, password: string): Promise<Response> {
  return answerOperation(form)(
    new Request(`${TEST_VARIABLES.BASE_URL}/profile/provider`, {
      method: "POST",
      headers: browserHeaders(person),
      body: new URLSearchParams({ password }),
    }),
  );
}

function browserOf(person: MintedUser): ProviderBrowser {
  const browser = newBrowser();
  const value = person.cookie.slice(sessionCookieName().length + 1);
  browser.here.keep(
    new Response(null, { headers: { "set-cookie": `${sessionCookieName()}=${value}` } }),
  );
  return browser;
}

/** Starts linking with the password and follows the page to the provider, up to its redirect back. */
async function walkToLink(browser: ProviderBrowser, person: MintedUser, sub: string) {
  const page = await post(startLink, person, MINTED_PASSWORD);
  browser.here.keep(page);
  const [, address = ""] = /<a href="([^"]+)"/.exec(await page.text()) ?? [];
  return walkAtProvider(browser, address.replaceAll("&amp;", "&"), sub);
}

async function link(person: MintedUser, sub: string): Promise<string | null> {
  const browser = browserOf(person);
  const response = await openCallback(browser, await walkToLink(browser, person, sub));
  return response.headers.get("location");
}

const account = (userId: string) => db().user.findUniqueOrThrow({ where: { id: userId } });

describe("linking an account to the provider's", () => {
  it("requires the password and a sign-in at the provider, which then signs in the same person", async () => {
    const { owner, organizationId } = await mintOrganization();
    const sub = newId();
    expect(await link(owner, sub)).toMatch(/notice=provider_linked/);
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    expect((await requireStoredSession(browser)).userId).toBe(owner.userId);
    const recorded = { organizationId, action: "provider.linked" };
    expect(await db().auditRow.count({ where: recorded })).toBe(1);
  });

  it("does not begin without the right password", async () => {
    const person = await mintUser();
    const response = await post(startLink, person, "wrong");
    expect(response.headers.get("location")).toMatch(/notice=password_wrong/);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("takes over the memberships of the directory's person with that account, and deactivates that person", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const [theirs, both] = [await mintCompany(), await mintCompany()];
    await db().companyMember.create({
      data: { companyId: both.companyId, userId: person.userId, role: "owner" },
    });
    const directory = await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        companyMembers: {
          create: [theirs, both].map(({ companyId }) => ({
            companyId,
            role: "staff",
            source: "directory",
          })),
        },
      },
    });
    expect(await link(person, sub)).toMatch(/notice=provider_linked/);
    const members = await db().companyMember.findMany({
      where: { userId: person.userId },
      orderBy: { companyId: "asc" },
    });
    expect(members).toMatchObject([
      { companyId: theirs.companyId, role: "staff", source: "directory" },
      { companyId: both.companyId, role: "owner", source: "local" },
    ]);
    expect(await account(directory.id)).toMatchObject({
      externalId: null,
      deactivatedAt: expect.any(Date),
    });
  });

  it("leaves nothing of the former person when the linked one is erased", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const former = await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        email: `${sub}@example.com`,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: "support",
        operatorSource: "claims",
      },
    });
    const info = { ipAddress: null, requestId: newId() };
    await openSession(db(), former.id, "live", { ipAddress: "203.0.113.9", userAgent: "Mira's" });
    await recordPlatformChange(db(), "operator:shell", info, {
      action: "user.updated",
      target: `user:${former.id}`,
      after: { email: former.email },
    });
    await link(person, sub);
    await eraseUser(person.userId, "operator:shell", info);
    expect(await account(former.id)).toMatchObject({
      email: null,
      firstName: "",
      lastName: "",
      operatorRole: null,
      erasedAt: expect.any(Date),
    });
    expect(await db().userSession.count({ where: { userId: former.id } })).toBe(0);
    expect(await db().auditPersonalValue.count({ where: { userId: former.id } })).toBe(0);
  });

  it("ends the role of an operator that the former person had, with the invitations of owners sent in it", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const former = await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: "operator",
        operatorSource: "claims",
      },
    });
    const { organizationId } = await mintOrganization();
    const sent = { invitedBy: former.id, role: "owner" as const };
    const { invitationId } = await mintInvitation(organizationId, sent);
    await link(person, sub);
    const where = { id: invitationId };
    expect((await db().invitation.findUniqueOrThrow({ where })).revokedAt).not.toBeNull();
    expect(await platformRows(former.id)).toMatchObject([
      { action: "operator.revoked", actor: `user:${person.userId}`, before: { role: "operator" } },
    ]);
  });

  it("security 63: takes over which secrets the former person has seen, and revokes those beyond the role", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const [moved, kept] = [await mintOrganization(), await mintOrganization()];
    const former = await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        organizationMembers: {
          create: [moved, kept].map(({ organizationId }) => ({ organizationId, role: "owner" })),
        },
      },
    });
    await db().organizationMember.create({
      data: { organizationId: kept.organizationId, userId: person.userId, role: "auditor" },
    });
    const scopes = ["organization/members/write"];
    const [seen, lost] = await Promise.all(
      [moved, kept].map(async ({ organizationId }) => {
        const { secretId } = await mintClient(organizationId, { scopes });
        await mintHolder(secretId, `user:${former.id}`);
        return secretId;
      }),
    );
    await link(person, sub);
    const secrets = await db().clientSecret.findMany({
      where: { id: { in: [seen ?? "", lost ?? ""] } },
      select: { id: true, revokedAt: true, holders: { select: { actor: true } } },
    });
    expect(secrets.find(({ id }) => id === seen)).toMatchObject({
      revokedAt: null,
      holders: [{ actor: `user:${person.userId}` }],
    });
    expect(secrets.find(({ id }) => id === lost)?.revokedAt).toBeInstanceOf(Date);
    const rows = await db().auditRow.findMany({
      where: { organizationId: moved.organizationId },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action, target }) => [action, target])).toEqual([
      ["member.removed", `user:${former.id}`],
      ["member.joined", `user:${person.userId}`],
      ["provider.linked", `user:${person.userId}`],
    ]);
  });

  it("security 93: ends the service keys that the ended account has seen as an operator", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const former = await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: "operator",
        operatorSource: "claims",
      },
    });
    const { clientId: keyId } = await mintServiceKey(["platform/log/read"]);
    await db().serviceKeySecret.updateMany({ where: { keyId }, data: { seenBy: former.id } });
    await link(person, sub);
    expect(await account(former.id)).toMatchObject({ operatorRole: null, operatorSource: null });
    expect(await db().serviceKeySecret.findMany({ where: { keyId } })).toMatchObject([
      { seenBy: person.userId, expiresAt: expect.any(Date) },
    ]);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, actor: `user:${person.userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "operator.revoked",
      "service_key.end_changed",
      "user.linked",
    ]);
  });

  it("is denied if the account has a password or is deactivated, or if another is linked", async () => {
    const [first, second, sub] = [await mintUser(), await mintUser(), newId()];
    expect(await link(first, sub)).toMatch(/notice=provider_linked/);
    expect(await link(second, sub)).toMatch(/notice=provider_taken/);
    expect(await link(first, newId())).toMatch(/notice=provider_taken/);
    const deactivatedId = newId();
    await db().user.create({
      data: {
        id: newId(),
        externalId: deactivatedId,
        firstName: "Mira",
        lastName: "Sen",
        deactivatedAt: new Date(),
      },
    });
    expect(await link(second, deactivatedId)).toMatch(/notice=provider_taken/);
    expect(await account(second.userId)).toMatchObject({ externalId: null });
    expect(await account(first.userId)).toMatchObject({ externalId: sub });
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
    expect((await waiting.response).headers.get("location")).toMatch(/notice=provider_taken/);
    expect(logged.slice(before)).toEqual([]);
  });

  it("is denied when the browser returns signed in as someone else, or not at all", async () => {
    const [person, other, sub] = [await mintUser(), await mintUser(), newId()];
    const browser = browserOf(person);
    const address = await walkToLink(browser, person, sub);
    const someoneElse = browserOf(other);
    someoneElse.here.adopt(browser.here, "latchkey.oidc.");
    expect(problemOf(await openCallback(someoneElse, address))).toMatchObject({
      error: "provider_state",
    });
    expect(await account(person.userId)).toMatchObject({ externalId: null });
    expect(await account(other.userId)).toMatchObject({ externalId: null });
  });
});

describe("removing the link", () => {
  it("requires the password, and ends the sessions that were opened at the provider", async () => {
    const [person, sub] = [await mintUser(), newId()];
    await link(person, sub);
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const wrong = await post(unlinkProvider, person, "wrong");
    expect(wrong.headers.get("location")).toMatch(/notice=password_wrong/);
    expect(await requireStoredSession(browser)).toMatchObject({ endedAt: null });
    const response = await post(unlinkProvider, person, MINTED_PASSWORD);
    expect(response.headers.get("location")).toMatch(/notice=provider_unlinked/);
    expect((await requireStoredSession(browser)).endedAt).not.toBeNull();
    expect(await account(person.userId)).toMatchObject({ externalId: null });
    const again = newBrowser();
    await signInAtProvider(again, { sub });
    expect((await requireStoredSession(again)).userId).not.toBe(person.userId);
  });

  it("security 92: ends what the directory or claims gave, with its secrets and invitations, nothing else", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const { userId } = person;
    const [directory, claims, local] = [
      { ...(await mintOrganization()), source: "directory" as const },
      { ...(await mintOrganization()), source: "claims" as const },
      { ...(await mintOrganization()), source: "local" as const },
    ];
    const all = [directory, claims, local];
    await link(person, sub);
    const secrets: string[] = [];
    const invitations: string[] = [];
    for (const { companyId, organizationId, source } of all) {
      await db().companyMember.create({ data: { companyId, userId, role: "owner", source } });
      await db().organizationMember.create({
        data: { organizationId, userId, role: "owner", source },
      });
      const { secretId } = await mintClient(organizationId, {
        scopes: ["organization/members/write"],
      });
      await mintHolder(secretId, `user:${userId}`);
      secrets.push(secretId);
      const sent = { invitedBy: userId };
      invitations.push((await mintInvitation(organizationId, sent)).invitationId);
      invitations.push((await mintCompanyInvitation(companyId, sent)).invitationId);
    }
    await post(unlinkProvider, person, MINTED_PASSWORD);
    const stays = { source: "local" };
    expect(await db().companyMember.findMany({ where: { userId } })).toMatchObject([stays]);
    expect(await db().organizationMember.findMany({ where: { userId } })).toMatchObject([stays]);
    const stored = await db().clientSecret.findMany({ where: { id: { in: secrets } } });
    expect(isEndedOf(secrets, stored)).toEqual([true, true, false]);
    const where = { id: { in: invitations } };
    const sent = [
      ...(await db().invitation.findMany({ where })),
      ...(await db().companyInvitation.findMany({ where })),
    ];
    expect(isEndedOf(invitations, sent)).toEqual([true, true, true, true, false, false]);
    for (const { organizationId, source } of [directory, claims]) {
      const removed = { organizationId, action: "member.removed", target: `user:${userId}` };
      expect(await db().auditRow.findMany({ where: removed })).toMatchObject([
        { actor: `user:${userId}`, before: { role: "owner", source } },
      ]);
    }
    expect(await platformRows(userId)).toMatchObject([
      ...[directory, claims].map(({ companyId, source }) => ({
        action: "company_member.removed",
        actor: `user:${userId}`,
        before: { company_id: companyId, role: "owner", source },
      })),
      { action: "user.unlinked", actor: `user:${userId}` },
    ]);
  });

  it.each(["operator", "support"] as const)(
    "security 92: ends the role of %s that claims gave, and the invitations of owners sent in it",
    async (operatorRole) => {
      const [person, sub] = [await mintUser(), newId()];
      await link(person, sub);
      const data = { operatorRole, operatorSource: "claims" } as const;
      await db().user.update({ where: { id: person.userId }, data });
      const { organizationId } = await mintOrganization();
      const sent = { invitedBy: person.userId, role: "owner" as const };
      const { invitationId } = await mintInvitation(organizationId, sent);
      await post(unlinkProvider, person, MINTED_PASSWORD);
      expect(await account(person.userId)).toMatchObject({
        operatorRole: null,
        operatorSource: null,
      });
      const where = { id: invitationId };
      expect((await db().invitation.findUniqueOrThrow({ where })).revokedAt).not.toBeNull();
      expect((await platformRows(person.userId)).map(({ action }) => action)).toEqual([
        "operator.revoked",
        "user.unlinked",
      ]);
    },
  );

  it("leaves the role of an operator that the installation gave", async () => {
    const [person, sub] = [await mintUser(), newId()];
    await link(person, sub);
    const data = { operatorRole: "operator", operatorSource: "local" } as const;
    await db().user.update({ where: { id: person.userId }, data });
    await post(unlinkProvider, person, MINTED_PASSWORD);
    expect(await account(person.userId)).toMatchObject(data);
  });

  it("is preceded by a list of what will end", async () => {
    const [person, sub] = [await mintUser(), newId()];
    const { userId } = person;
    await link(person, sub);
    const [given, accepted] = [await mintCompany(), await mintCompany()];
    await db().companyMember.createMany({
      data: [
        { companyId: given.companyId, userId, role: "staff", source: "directory" },
        { companyId: accepted.companyId, userId, role: "staff" },
      ],
    });
    const where = { id: given.companyId };
    const { name } = await db().company.findUniqueOrThrow({ where });
    expect((await perform(describeLink, { caller: sessionOf(userId) })).platformAccess).toEqual({
      places: [name],
      operatorRole: null,
    });
  });
});

/** Whether each of these was revoked, in the order of the ids. */
function isEndedOf(
  ids: readonly string[],
  rows: readonly { id: string; revokedAt: Date | null }[],
): (boolean | null)[] {
  const found = new Map(rows.map(({ id, revokedAt }) => [id, revokedAt !== null]));
  return ids.map((id) => found.get(id) ?? null);
}

/** What the platform's audit log says about a person, oldest first. */
function platformRows(userId: string) {
  const where = { target: `user:${userId}` };
  return db().auditRow.findMany({
    where: { ...where, organizationId: null },
    orderBy: { id: "asc" },
  });
}
