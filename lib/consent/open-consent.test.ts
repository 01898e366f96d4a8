import fc from "fast-check";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { compareScopes } from "@/lib/consent/open-consent";
import type { ConsentView } from "@/lib/consent/values";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Call } from "@/lib/gate/calls/record-call";
import { mintCall } from "@/test/factories/mint-call";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { useRules } from "@/test/requests/call-gate";
import { openConsentPage } from "@/test/requests/open-consent-page";

const DAY_MS = 86_400_000;
const [ORDERS = "", PRODUCTS = ""] = INSTALLED_SCOPES;
const INVENTORY = "company/inventory/read";
const CUSTOMERS = "company/customers/read";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({ scopes: [PRODUCTS, ORDERS, INVENTORY, CUSTOMERS] });
});

const changeGrant = (data: Prisma.GrantUncheckedUpdateInput) =>
  db().grant.update({ where: { id: installation.grantId }, data });

async function open(...scopes: string[]): Promise<ConsentView> {
  await flushCalls();
  const id = await requestConsent(installation, { scope: scopes.join() });
  return openConsentPage(id, installation.seller);
}

describe("the consent page", () => {
  it("security 17: names who asks for whose scopes and where they lead, and grants nothing when opened", async () => {
    const { client, companyId, seller, grantId } = installation;
    const { clientId } = client;
    const data = { description: "Prints labels.", scopes: [PRODUCTS, INVENTORY] };
    await db().client.update({ where: { clientId }, data });
    const id = await requestConsent(installation, { scope: INVENTORY });
    expect(await openConsentPage(id, seller)).toMatchObject({
      kind: "decide",
      isChange: true,
      clientId,
      clientName: "Shipfast",
      description: "Prints labels.",
      publisherName: "Shipfast Labs",
      publisherVerified: false,
      grantorName: "Blue Lotus Sarees",
      companyId,
      destinationHost: "shipfast.example.com",
      csrfToken: csrfToken(id, seller),
      changes: { added: [INVENTORY], unchanged: [PRODUCTS], givenUp: [ORDERS] },
    });
    const grant = await db().grant.findUniqueOrThrow({ where: { id: grantId } });
    expect(grant.scopes).toEqual(INSTALLED_SCOPES);
    const request = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
    expect(request.decision).toBeNull();
    expect(await db().authorizationCode.count({ where: { grantId } })).toBe(0);
  });

  it("marks all scopes as new for a first installation", async () => {
    await changeGrant({ revokedAt: new Date() });
    const changes = { added: [PRODUCTS, INVENTORY], unchanged: [], givenUp: [] };
    expect(await open(PRODUCTS, INVENTORY)).toMatchObject({ isChange: false, changes });
  });
});

describe("the use of permissions on the consent page", () => {
  const mintUse = (days: number, columns: Partial<Call> = {}) =>
    mintCall(installation, { startedAt: new Date(Date.now() - days * DAY_MS), ...columns });

  // read-scope-use.test.ts has what counts.
  it("says how often each unchanged scope was used in 30 days, and when last", async () => {
    mintUse(40, { scope: ORDERS });
    mintUse(31);
    mintUse(3);
    const { startedAt } = mintUse(2);
    await changeGrant({ scopes: [...INSTALLED_SCOPES, INVENTORY] });
    expect(await open(PRODUCTS, ORDERS, INVENTORY, CUSTOMERS)).toMatchObject({
      use: [
        { scope: ORDERS, calls: 0, lastUsedAt: expect.any(Date) },
        { scope: PRODUCTS, calls: 2, lastUsedAt: startedAt },
        { scope: INVENTORY, calls: 0, lastUsedAt: null },
      ],
    });
  });

  it("covers as many days as calls are kept", async () => {
    onTestFinished(() => void configureTestEnv());
    configureTestEnv({ CALL_RETENTION_DAYS: "45", EVENT_RETENTION_DAYS: "60" });
    mintUse(50);
    const use = INSTALLED_SCOPES.map((scope) => ({ scope, calls: 0, lastUsedAt: null }));
    expect(await open(PRODUCTS, INVENTORY)).toMatchObject({ use, useDays: 45 });
  });

  it("counts a call whose rule needs several scopes as a use of each", async () => {
    useRules([{ methods: ["PUT"], path: "/both", all: [PRODUCTS, ORDERS] }]);
    mintUse(1, { method: "PUT", path: "/both" });
    const use = [ORDERS, PRODUCTS].map((scope) => ({ scope, calls: 1 }));
    expect(await open(PRODUCTS, ORDERS, INVENTORY)).toMatchObject({ use });
  });

  it("is shown again when a seller installs an extension that they had removed", async () => {
    mintUse(1);
    await changeGrant({ revokedAt: new Date() });
    expect(await open(PRODUCTS, INVENTORY)).toMatchObject({ use: [{ scope: PRODUCTS, calls: 1 }] });
  });
});

const scopes = fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "c", "d", "e", "f"));

it("adds requested scopes, keeps granted ones, and puts each scope into at most one list", () => {
  fc.assert(
    fc.property(scopes, scopes, scopes, scopes, (requested, granted, approved, registered) => {
      const knownScopes = { requested, granted, approved, registered };
      const { added, unchanged, givenUp } = compareScopes(knownScopes);
      for (const scope of requested) expect([...added, ...unchanged]).toContain(scope);
      for (const scope of granted) expect([...added, ...unchanged, ...givenUp]).toContain(scope);
      expect(unchanged).toEqual(granted.filter((scope) => registered.includes(scope)));
      expect(givenUp.some((scope) => requested.includes(scope))).toBe(false);
      const all = [...added, ...unchanged, ...givenUp];
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});
