import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { mintOrganization } from "@/test/factories/mint";
import { CLAIMS, providerScene } from "@/test/requests/provider-scene";
import { requireStoredSession, storedSession } from "@/test/requests/provider-session";
import { newBrowser, problemOf, signInAtProvider } from "@/test/requests/sign-in-at-provider";

const provider = providerScene(CLAIMS);

describe("security 72: claims", () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1, role: "staff" }));

  it.each<[string, Record<string, unknown>, { claim: string; fault: string }]>([
    ["text for companies", { companies: "42" }, { claim: "companies", fault: "malformed" }],
    [
      "an object for companies",
      { companies: { id: 1 } },
      { claim: "companies", fault: "malformed" },
    ],
    ["ids without roles", { companies: [1, 2] }, { claim: "companies", fault: "malformed" }],
    [
      "a company id of 0",
      { companies: [{ id: 0, role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    [
      "a company id beyond 2^53-1",
      { companies: [{ id: 2 ** 53, role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    [
      "SQL in a company id",
      { companies: [{ id: "1; DROP TABLE users", role: "staff" }] },
      { claim: "companies", fault: "malformed" },
    ],
    ["501 companies", { companies: many }, { claim: "companies", fault: "too_many" }],
    [
      "a company twice",
      {
        companies: [
          { id: 1, role: "staff" },
          { id: 1, role: "owner" },
        ],
      },
      { claim: "companies", fault: "repeated" },
    ],
    [
      "an organization id with a slash",
      { organizations: [{ id: "a/b", role: "owner" }] },
      { claim: "organizations", fault: "malformed" },
    ],
    ["a number for operators", { latchkey: 1 }, { claim: "operators", fault: "malformed" }],
  ])("open no session, and a page says why: %s", async (_, claims, expected) => {
    const sub = newId();
    provider().accounts.set(sub, { claims });
    const browser = newBrowser();
    const response = await signInAtProvider(browser, { sub });
    expect(problemOf(response)).toMatchObject({ error: "provider_claims", ...expected });
    expect(await storedSession(browser)).toBeNull();
    expect(await db().user.findUnique({ where: { externalId: sub } })).toBeNull();
  });

  it("are ignored, and shown, for unknown and closed companies, unknown organizations, and unknown roles", async () => {
    const { companyId, organizationId } = await mintOrganization();
    const closed = await db().company.create({ data: { name: "Closed", status: "closed" } });
    const sub = newId();
    provider().accounts.set(sub, {
      claims: {
        companies: [
          { id: 7_000_000_000_001, role: "owner" },
          { id: closed.id, role: "owner" },
          { id: companyId, role: "emperor" },
        ],
        organizations: [
          { id: "nowhere", role: "owner" },
          { id: organizationId, role: "staff" },
        ],
      },
    });
    const browser = newBrowser();
    await signInAtProvider(browser, { sub });
    const { user, providerSession } = await requireStoredSession(browser);
    expect([user.companyMembers, user.organizationMembers]).toEqual([[], []]);
    expect(providerSession?.ignoredClaims).toEqual([
      "company:7000000000001",
      `company:${closed.id}`,
      `company:${companyId}`,
      "organization:nowhere",
      `organization:${organizationId}`,
    ]);
  });

  it.each(["directory", "local"] as const)(
    "neither change nor end a membership that is %s",
    async (source) => {
      const { companyId, organizationId } = await mintOrganization();
      const sub = newId();
      await db().user.create({
        data: {
          id: newId(),
          externalId: sub,
          firstName: "Mira",
          lastName: "Sen",
          companyMembers: { create: { companyId, role: "staff", source } },
          organizationMembers: { create: { organizationId, role: "auditor", source } },
        },
      });
      for (const claims of [
        {
          companies: [{ id: companyId, role: "owner" }],
          organizations: [{ id: organizationId, role: "owner" }],
        },
        {},
      ]) {
        provider().accounts.set(sub, { claims });
        const browser = newBrowser();
        await signInAtProvider(browser, { sub });
        const { user } = await requireStoredSession(browser);
        expect(user.companyMembers).toMatchObject([{ companyId, role: "staff", source }]);
        expect(user.organizationMembers).toMatchObject([
          { organizationId, role: "auditor", source },
        ]);
      }
    },
  );

  it("neither give nor end an operator's role that came from elsewhere", async () => {
    const sub = newId();
    await db().user.create({
      data: {
        id: newId(),
        externalId: sub,
        firstName: "Mira",
        lastName: "Sen",
        operatorRole: "support",
        operatorSource: "local",
      },
    });
    for (const latchkey of ["operator", undefined]) {
      provider().accounts.set(sub, { claims: { latchkey } });
      const browser = newBrowser();
      await signInAtProvider(browser, { sub });
      const { user } = await requireStoredSession(browser);
      expect(user).toMatchObject({ operatorRole: "support", operatorSource: "local" });
    }
  });
});
