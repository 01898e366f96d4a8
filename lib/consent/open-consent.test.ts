import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type ConsentView, openConsent } from "@/lib/consent/open-consent";
import { readScopeUse } from "@/lib/consent/scope-use/read-scope-use";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import type { Call } from "@/lib/gate/calls/record-call";
import { readSession } from "@/lib/identity/sessions/read-session";
import type { MintedUser } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import {
  INSTALLED_SCOPES,
  type Installation,
  mintInstallation,
} from "@/test/factories/mint-installation";
import { configureTestEnv } from "@/test/process/test-env";
import { csrfToken, requestConsent } from "@/test/requests/call-consent";
import { useRules } from "@/test/requests/call-gate";

const DAY_MS = 86_400_000;

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation({
    scopes: [
      "company/products/read",
      "company/orders/read",
      "company/inventory/read",
      "company/customers/read",
    ],
  });
});

async function openAs(id: string, { cookie }: MintedUser): Promise<ConsentView> {
  const session = await readSession(new Headers({ cookie }));
  if (!session) throw new Error("Nobody is signed in");
  return openConsent(id, session);
}

const change = { scope: "company/products/read,company/inventory/read" };

describe("the consent page", () => {
  it("separates scopes that are added, kept although not requested, and given up", async () => {
    const { clientId } = installation.client;
    const scopes = ["company/products/read", "company/inventory/read"];
    await db().client.update({ where: { clientId }, data: { scopes } });
    const id = await requestConsent(installation, { scope: "company/inventory/read" });
    expect(await openAs(id, installation.seller)).toMatchObject({
      kind: "decide",
      isChange: true,
      changes: {
        added: ["company/inventory/read"],
        kept: ["company/products/read"],
        givenUp: ["company/orders/read"],
      },
    });
  });

  it("names the extension, publisher, company, and destination, and contains the form token", async () => {
    const id = await requestConsent(installation, change);
    await db().client.update({
      where: { clientId: installation.client.clientId },
      data: { description: "Prints labels." },
    });
    expect(await openAs(id, installation.seller)).toMatchObject({
      clientId: installation.client.clientId,
      description: "Prints labels.",
      clientName: "Shipfast",
      publisherName: "Shipfast Labs",
      publisherVerified: false,
      grantorName: "Blue Lotus Sarees",
      companyId: installation.companyId,
      destinationHost: "shipfast.example.com",
      csrfToken: csrfToken(id, installation.seller),
    });
  });

  it("marks all scopes as new for a first installation", async () => {
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    const id = await requestConsent(installation, change);
    expect(await openAs(id, installation.seller)).toMatchObject({
      isChange: false,
      changes: {
        added: ["company/products/read", "company/inventory/read"],
        kept: [],
        givenUp: [],
      },
    });
  });

  it("security 17: grants and decides nothing when opened", async () => {
    const id = await requestConsent(installation, change);
    await openAs(id, installation.seller);
    const grant = await db().grant.findUniqueOrThrow({ where: { id: installation.grantId } });
    expect(grant.scopes).not.toContain("company/inventory/read");
    const request = await db().authorizationRequest.findUniqueOrThrow({ where: { id } });
    expect(request.decision).toBeNull();
    expect(await db().authorizationCode.count({ where: { grantId: grant.id } })).toBe(0);
  });
});

describe("the use of permissions on the consent page", () => {
  const used = (days: number, columns: Partial<Call> = {}) =>
    mintCall(installation, { startedAt: new Date(Date.now() - days * DAY_MS), ...columns });

  async function hints(asked = change) {
    await flushCalls();
    const view = await openAs(await requestConsent(installation, asked), installation.seller);
    return view.kind === "decide" ? view.use : null;
  }

  it("says how often each kept scope was used in 30 days, and when last", async () => {
    used(40, { scope: "company/orders/read" });
    used(31);
    used(3);
    const { startedAt } = used(2);
    used(1, { scope: null, denial: "access_token_scope" });
    const scope = "company/products/read,company/orders/read,company/inventory/read";
    await db().grant.update({
      where: { id: installation.grantId },
      data: { scopes: [...INSTALLED_SCOPES, "company/inventory/read"] },
    });
    expect(await hints({ scope: `${scope},company/customers/read` })).toEqual([
      { scope: "company/orders/read", calls: 0, lastUsedAt: expect.any(Date) },
      { scope: "company/products/read", calls: 2, lastUsedAt: startedAt },
      { scope: "company/inventory/read", calls: 0, lastUsedAt: null },
    ]);
  });

  it("covers as many days as calls are kept", async () => {
    onTestFinished(() => void configureTestEnv());
    configureTestEnv({ CALL_RETENTION_DAYS: "45", EVENT_RETENTION_DAYS: "60" });
    used(50);
    await flushCalls();
    const id = await requestConsent(installation, change);
    expect(await openAs(id, installation.seller)).toMatchObject({
      use: INSTALLED_SCOPES.map((scope) => ({ scope, calls: 0, lastUsedAt: null })),
      useDays: 45,
    });
  });

  it("counts a call whose rule needs several scopes as a use of each", async () => {
    const all = ["company/products/read", "company/orders/read"];
    useRules([{ methods: ["PUT"], path: "/both", all }]);
    used(1, { method: "PUT", path: "/both", scope: "company/products/read" });
    expect(await hints({ scope: `${all},company/inventory/read` })).toMatchObject([
      { scope: "company/orders/read", calls: 1 },
      { scope: "company/products/read", calls: 1 },
    ]);
  });

  it("leaves out the extension's calls for other companies, and those of other extensions", async () => {
    const otherInstallation = await mintInstallation();
    const { client } = installation;
    mintCall({ client, companyId: otherInstallation.companyId });
    mintCall({ client: otherInstallation.client, companyId: installation.companyId });
    expect(await hints()).toEqual(
      INSTALLED_SCOPES.map((scope) => ({ scope, calls: 0, lastUsedAt: null })),
    );
  });

  it("is shown again when a seller installs an extension that they had removed", async () => {
    used(1);
    const { grantId } = installation;
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    expect(await hints()).toMatchObject([{ scope: "company/products/read", calls: 1 }]);
  });

  it("is counted for an organization in the same way", async () => {
    const { client, organizationId } = installation;
    const { clientId } = client;
    used(1, { companyId: null, organizationId });
    used(1);
    await flushCalls();
    const read = await readScopeUse({ companyId: null, organizationId }, [clientId], 90);
    expect(read(clientId)).toMatchObject([{ scope: "company/products/read", calls: 1 }]);
  });
});
