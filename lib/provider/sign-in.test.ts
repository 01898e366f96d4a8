import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findOrganizationMembership } from "@/lib/access/find-organization-membership";
import { answerSecondFactor } from "@/lib/accounts/second-factor/answer-second-factor";
import { confirmPerson } from "@/lib/auth/confirm-person";
import { signIn } from "@/lib/auth/sign-in";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { log } from "@/lib/kernel/log";
import {
  MINTED_PASSWORD,
  mintClient,
  mintCompany,
  mintHolder,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintCompanyInvitation, mintInvitation } from "@/test/factories/mint-invitation";
import { codeOf, mintSecondFactor } from "@/test/factories/mint-second-factor";
import { serveProvider, type TestProvider } from "@/test/process/provider/serve-provider";
import { configureTestEnv, TEST_VARIABLES } from "@/test/process/test-env";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { requireStoredSession, storedSession } from "@/test/requests/provider-session";
import {
  newBrowser,
  openCallback,
  problemOf,
  signInAtProvider,
  start,
  walkToCallback,
} from "@/test/requests/sign-in-at-provider";

const CLAIMS = {
  OIDC_COMPANIES_CLAIM: "companies",
  OIDC_ORGANIZATIONS_CLAIM: "organizations",
  OIDC_OPERATORS_CLAIM: "latchkey",
};

let provider: TestProvider;

beforeAll(async () => {
  provider = await serveProvider(TEST_VARIABLES.BASE_URL);
});

beforeEach(() => {
  log().level = configureTestEnv({ ...provider.env, ...CLAIMS }).logLevel;
});

afterAll(() => provider.close());

/** Signs a person with these claims in, in a new browser, and returns their session. */
async function signInWith(sub: string, claims: Record<string, unknown>) {
  provider.accounts.set(sub, { claims });
  const browser = newBrowser();
  await signInAtProvider(browser, { sub });
  return requireStoredSession(browser);
}

describe("sign-in at the provider", () => {
  it("creates an unknown person by their sub and returns to where they were going", async () => {
    const sub = `person|${newId()}`;
    provider.accounts.set(sub, {
      claims: { email: "Mira@Example.com", given_name: "Mira", family_name: "Sen" },
    });
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub, query: "return_to=%2Fdocs%3Fa%3D1" });
    expect(response.headers.get("location")).toBe("/docs?a=1");
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      endedAt: null,
      user: {
        externalId: sub,
        email: "mira@example.com",
        passwordHash: null,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: null,
      },
    });
  });

  it("creates a person once, however many browsers they come from at the same time", async () => {
    const sub = newId();
    const browsers = Array.from({ length: 6 }, newBrowser);
    await Promise.all(browsers.map((browser) => signInAtProvider(browser, { sub })));
    const sessions = await Promise.all(browsers.map(requireStoredSession));
    expect(new Set(sessions.map(({ userId }) => userId)).size).toBe(1);
  });

  it("updates the address and the name of a known person", async () => {
    const sub = newId();
    const first = await signInWith(sub, { email: "old@example.com", given_name: "Mira" });
    const second = await signInWith(sub, { email: "New@example.com", family_name: "Rao" });
    expect(second.userId).toBe(first.userId);
    expect(second.user).toMatchObject({
      email: "new@example.com",
      firstName: "Mira",
      lastName: "Rao",
    });
  });

  it("keeps several sign-ins apart that one browser has begun", async () => {
    const browser = newBrowser();
    const addresses = [];
    for (const path of ["/a", "/b", "/c"]) {
      addresses.push(await walkToCallback(browser, { sub: newId(), query: `return_to=${path}` }));
    }
    for (const [index, path] of ["/a", "/b", "/c"].entries()) {
      const response = await openCallback(browser, addresses[index] ?? "");
      expect(response.headers.get("location")).toBe(path);
    }
  });

  it("gives up the oldest of many attempts, so that cookies never fill a request", async () => {
    const browser = newBrowser();
    for (let attempt = 0; attempt < 8; attempt += 1) await start(browser);
    const cookies = browser.here.headers().cookie ?? "";
    expect(cookies.match(/latchkey\.oidc\./g)).toHaveLength(3);
    expect(cookies.length).toBeLessThan(8_000);
  });

  it("keeps a long authorize request", async () => {
    const scopes = Array.from({ length: 80 }, (_, index) => `company/products-${index}/read`);
    const path = `/service/x?scope=${scopes.join("+")}`;
    const query = String(new URLSearchParams({ return_to: path }));
    const response = await signInAtProvider(newBrowser(), { sub: newId(), query });
    expect(response.headers.get("location")).toBe(path);
  });

  it("never returns to another site", async () => {
    const query = "return_to=https%3A%2F%2Fevil.example%2F";
    const response = await signInAtProvider(newBrowser(), { sub: newId(), query });
    expect(response.headers.get("location")).toBe("/");
  });

  it("says so when the person cancels at the provider", async () => {
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub: null, query: "return_to=%2Fdocs" });
    expect(problemOf(response)).toMatchObject({ error: "provider_denied", return_to: "/docs" });
    expect(await storedSession(browser)).toBeNull();
  });
});

describe("authorize without a session", () => {
  it("first asks the provider silently, and a person signed in there goes straight on", async () => {
    const installation = await mintInstallation();
    const { companyId } = installation;
    const sent = redirectParameters(await callAuthorize(installation, {}, null));
    expect(sent).toMatchObject({ silent: "1" });

    const sub = newId();
    provider.accounts.set(sub, { claims: { companies: [{ id: companyId, role: "admin" }] } });
    const { there } = newBrowser();
    await signInAtProvider({ here: newBrowser().here, there }, { sub });
    const { here } = newBrowser();
    provider.requested.length = 0;
    const query = String(new URLSearchParams(sent));
    const back = await signInAtProvider({ here, there }, { sub: "unused", query });
    expect(provider.requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    expect(back.headers.get("location")).toBe(sent.return_to);
    const { userId } = await requireStoredSession({ here, there });
    const person = { userId, email: "", cookie: here.headers().cookie ?? "" };
    const again = redirectParameters(await callAuthorize(installation, {}, person));
    expect(again).toMatchObject({ code: expect.any(String), state: "a state" });
  });

  it("shows our sign-in page, with the request kept, to a person who is not signed in there", async () => {
    const browser = newBrowser();
    provider.requested.length = 0;
    const response = await signInAtProvider(browser, {
      sub: "nobody",
      query: "silent=1&return_to=%2Fauthorize%3Fa%3D1",
    });
    expect(response.headers.get("location")).toBe("/sign-in?return_to=%2Fauthorize%3Fa%3D1");
    expect(provider.requested.some((path) => path.startsWith("/log-in/"))).toBe(false);
    expect(await storedSession(browser)).toBeNull();
  });
});

describe("claims", () => {
  it("give, change, and end memberships that came from claims", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const sub = newId();
    const first = await signInWith(sub, {
      companies: [{ id: companyId, role: "staff" }],
      organizations: [{ id: organizationId, role: "auditor" }],
    });
    expect(first.user.companyMembers).toMatchObject([
      { companyId, role: "staff", source: "claims" },
    ]);
    expect(first.user.organizationMembers).toMatchObject([
      { organizationId, role: "auditor", source: "claims" },
    ]);
    const second = await signInWith(sub, {
      companies: [{ id: String(companyId), role: "admin" }],
      organizations: [{ id: organizationId, role: "admin" }],
    });
    // As an admin of the organization, the person is also a member of its sandbox company.
    const real = second.user.companyMembers.filter((one) => one.companyId === companyId);
    expect(real).toMatchObject([{ role: "admin", source: "claims" }]);
    expect(second.user.organizationMembers).toMatchObject([{ organizationId, role: "admin" }]);
    const third = await signInWith(sub, { companies: [] });
    expect(third.user.companyMembers).toEqual([]);
    expect(third.user.organizationMembers).toEqual([]);
    const rows = await db().auditRow.findMany({
      where: { organizationId, target: `user:${first.userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows.map(({ action }) => action)).toEqual([
      "member.joined",
      "member.role_changed",
      "member.removed",
    ]);
    const ofPlatform = await db().platformAuditRow.findMany({
      where: { actor: "provider:claims", target: `user:${first.userId}` },
      orderBy: { id: "asc" },
    });
    expect(ofPlatform).toMatchObject([
      { action: "company_member.joined", after: { company_id: companyId, role: "staff" } },
      {
        action: "company_member.role_changed",
        before: { role: "staff" },
        after: { role: "admin" },
      },
      { action: "company_member.removed", before: { company_id: companyId, role: "admin" } },
    ]);
  });

  it("that name many companies leave linked entries in the platform's audit log", async () => {
    const minted = await Promise.all(Array.from({ length: 5 }, () => mintCompany()));
    const companies = minted.map(({ companyId: id }) => ({ id, role: "staff" }));
    const { userId } = await signInWith(newId(), { companies });
    const rows = await db().platformAuditRow.findMany({
      where: { target: `user:${userId}` },
      orderBy: { id: "asc" },
    });
    expect(rows).toHaveLength(companies.length);
    for (const [index, { previousHash }] of rows.slice(1).entries()) {
      expect(previousHash).toEqual(rows[index]?.hash);
    }
  });

  it.each(["a lower role", "no role"])(
    "security 63: that leave %s revoke secrets of clients with more permissions",
    async (next) => {
      const { organizationId } = await mintOrganization();
      const sub = newId();
      const organization = { id: organizationId, role: "owner" };
      const { userId } = await signInWith(sub, { organizations: [organization] });
      const scopes = ["organization/members/write"];
      const { secretId } = await mintClient(organizationId, { scopes });
      await mintHolder(secretId, `user:${userId}`);
      const role = "developer";
      await signInWith(sub, {
        organizations: next === "no role" ? [] : [{ ...organization, role }],
      });
      const secret = await db().clientSecret.findUniqueOrThrow({ where: { id: secretId } });
      expect(secret.revokedAt).not.toBeNull();
    },
  );

  it("that end or shrink a role revoke the invitations that the person could no longer send", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const sub = newId();
    const { userId } = await signInWith(sub, {
      companies: [{ id: companyId, role: "owner" }],
      organizations: [{ id: organizationId, role: "owner" }],
    });
    const sent = { invitedBy: userId };
    const toCompany = await mintCompanyInvitation(companyId, sent);
    const asOwner = await mintInvitation(organizationId, { ...sent, role: "owner" });
    const asDeveloper = await mintInvitation(organizationId, { ...sent, role: "developer" });
    const byOther = await mintInvitation(organizationId, { role: "owner" });
    await signInWith(sub, { organizations: [{ id: organizationId, role: "admin" }] });
    const revoked = async ({ invitationId: id }: { invitationId: string }) =>
      (await db().invitation.findUniqueOrThrow({ where: { id } })).revokedAt !== null;
    expect(await revoked(asOwner)).toBe(true);
    expect(await revoked(asDeveloper)).toBe(false);
    expect(await revoked(byOther)).toBe(false);
    const where = { id: toCompany.invitationId };
    const { revokedAt } = await db().companyInvitation.findUniqueOrThrow({ where });
    expect(revokedAt).not.toBeNull();
  });

  it("change nothing where this installation does not read them", async () => {
    configureTestEnv(provider.env);
    const { companyId } = await mintOrganization();
    const { user } = await signInWith(newId(), {
      companies: [{ id: companyId, role: "owner" }],
      latchkey: true,
    });
    expect(user).toMatchObject({ companyMembers: [], operatorRole: null });
  });

  it.each<[unknown, string | null]>([
    [true, "operator"],
    ["operator", "operator"],
    ["support", "support"],
    [["staff", "support"], "support"],
    [["support", "operator"], "operator"],
    ["admin", null],
    [false, null],
  ])(
    "with %j for operators make %s, recorded in the platform's log, until they are gone",
    async (claim, role) => {
      const sub = newId();
      const { user, userId } = await signInWith(sub, { latchkey: claim });
      expect(user).toMatchObject({ operatorRole: role, operatorSource: role && "claims" });
      const later = await signInWith(sub, {});
      expect(later.user).toMatchObject({ operatorRole: null, operatorSource: null });
      const recorded = await db().platformAuditRow.findMany({
        where: { target: `user:${userId}` },
        orderBy: { id: "asc" },
      });
      expect(recorded.map(({ action }) => action)).toEqual(
        role ? ["operator.granted", "operator.revoked"] : [],
      );
    },
  );
});

describe("a second factor at the provider", () => {
  const TRUST = { OIDC_TRUST_MFA: "1", OIDC_MFA_ACR: "strong" };

  async function personWithFactor(account: { amr?: string[]; acr?: string }) {
    const sub = newId();
    provider.accounts.set(sub, account);
    const first = newBrowser();
    await signInAtProvider(first, { sub });
    const { userId } = await requireStoredSession(first);
    const { secret } = await mintSecondFactor(userId);
    return { sub, userId, secret };
  }

  it.each([
    ["amr mfa", { amr: ["pwd", "mfa"] }],
    ["amr otp", { amr: ["otp"] }],
    ["amr hwk", { amr: ["hwk"] }],
    ["the acr", { acr: "strong" }],
  ])("counts as the second factor: %s", async (_, account) => {
    configureTestEnv({ ...provider.env, ...TRUST });
    const { sub } = await personWithFactor(account);
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    expect(await requireStoredSession(browser)).toMatchObject({ secondFactorPending: false });
  });

  it.each([
    ["it is not trusted", {}, { amr: ["mfa"] }],
    ["it was only a password", TRUST, { amr: ["pwd"] }],
    ["acr is another one", TRUST, { acr: "0" }],
  ])("does not count if %s: the person enters their code", async (_, trust, account) => {
    configureTestEnv({ ...provider.env, ...trust });
    const { sub, secret } = await personWithFactor(account);
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub, query: "return_to=%2Fdocs" });
    expect(response.headers.get("location")).toBe("/sign-in/second-factor?return_to=%2Fdocs");
    expect(await requireStoredSession(browser)).toMatchObject({ secondFactorPending: true });
    const answered = await answerSecondFactor(
      new Request(`${TEST_VARIABLES.BASE_URL}/sign-in/second-factor/answer`, {
        method: "POST",
        headers: { ...browser.here.headers(), origin: TEST_VARIABLES.BASE_URL },
        body: new URLSearchParams({ code: codeOf(secret), return_to: "/docs" }),
      }),
    );
    browser.here.keep(answered);
    // Signing out there still works after the code.
    expect(await requireStoredSession(browser)).toMatchObject({
      secondFactorPending: false,
      providerSession: { sid: expect.any(String), encrypted: expect.anything() },
    });
  });

  it("opens an organization that requires one, for that session only", async () => {
    configureTestEnv({ ...provider.env, ...CLAIMS, ...TRUST });
    const { organizationId } = await mintOrganization();
    const where = { id: organizationId };
    await db().organization.update({ where, data: { requireSecondFactor: true } });
    const sub = newId();
    const claims = { organizations: [{ id: organizationId, role: "owner" }] };
    const lacks = async (amr: string[]) => {
      provider.accounts.set(sub, { claims, amr });
      const browser = newBrowser();
      await signInAtProvider(browser, { sub });
      const { id: sessionId, userId } = await requireStoredSession(browser);
      const membership = await findOrganizationMembership(organizationId, { userId, sessionId });
      return { sessionId, userId, lacksSecondFactor: membership?.lacksSecondFactor };
    };
    const strong = await lacks(["mfa"]);
    const weak = await lacks(["pwd"]);
    expect([strong.lacksSecondFactor, weak.lacksSecondFactor]).toEqual([false, true]);
    const { userId } = strong;
    const without = await findOrganizationMembership(organizationId, { userId, sessionId: null });
    expect(without?.lacksSecondFactor).toBe(true);
  });
});

describe("a person without a password", () => {
  async function signedInAgain() {
    const browser = newBrowser();
    const sub = newId();
    await signInAtProvider(browser, { sub });
    await signInAtProvider(browser, { sub, query: "again=1" });
    return requireStoredSession(browser);
  }

  const confirm = (userId: string, sessionId: string | null) =>
    confirmPerson(userId, { password: undefined, sessionId }, null);

  it("proves who they are by signing in at the provider again, in that session and for ten minutes", async () => {
    const { id, userId } = await signedInAgain();
    await confirm(userId, id);
    const other = await signedInAgain();
    await expect(confirm(userId, other.id)).rejects.toThrow("sign in again at Acme ID");
    await expect(confirm(userId, null)).rejects.toThrow("sign in again at Acme ID");
    await db().providerSession.update({
      where: { sessionId: id },
      data: { authenticatedAt: new Date(Date.now() - 11 * 60_000) },
    });
    await expect(confirm(userId, id)).rejects.toThrow("sign in again at Acme ID");
  });

  it("is asked to sign in by the provider, even if they are signed in there", async () => {
    const browser = newBrowser();
    const sub = newId();
    await signInAtProvider(browser, { sub });
    provider.requested.length = 0;
    await signInAtProvider(browser, { sub, query: "again=1" });
    expect(provider.requested.some((path) => path.startsWith("/log-in/"))).toBe(true);
  });

  it("cannot use this way if they have a password", async () => {
    const { id, userId } = await signedInAgain();
    const { owner } = await mintOrganization();
    await db().user.update({
      where: { id: userId },
      data: { email: `${userId}@example.com`, passwordHash: "a hash" },
    });
    await expect(confirm(userId, id)).rejects.toThrow("password");
    await expect(confirm(owner.userId, id)).rejects.toThrow("password");
  });
});

describe("without passwords", () => {
  it("only operators sign in with theirs", async () => {
    const { userId, email } = await mintUser();
    const from = { ipAddress: null, userAgent: null };
    configureTestEnv({ ...provider.env, PASSWORD_SIGN_IN: "0" });
    await expect(signIn(email, MINTED_PASSWORD, from)).rejects.toThrow("Passwords are turned off");
    expect(await signIn(email, "wrong", from)).toBeNull();
    await db().user.update({
      where: { id: userId },
      data: { operatorRole: "support", operatorSource: "local" },
    });
    expect(await signIn(email, MINTED_PASSWORD, from)).toMatchObject({ userId });
  });
});
