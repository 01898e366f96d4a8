import { beforeEach, expect, it } from "vitest";
import { clientRecordSchema, importClient } from "@/lib/clients/import/import-client";
import { patchClient } from "@/lib/clients/write-clients";
import { writeReceipt } from "@/lib/consent/receipts/receipt";
import { db, transaction } from "@/lib/core/db/client";
import { mintMember } from "@/test/factories/mint";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { callAuthorize, redirectParameters } from "@/test/requests/call-authorize";
import { pressConsent, requestConsent } from "@/test/requests/call-consent";
import { callRoute } from "@/test/requests/call-route";
import { fromShell } from "@/test/requests/import-lines";
import { openConsentPage } from "@/test/requests/open-consent-page";

const ORDERS = "company/orders/read";
const PRODUCTS = "company/products/read";

let installation: Installation;

beforeEach(async () => {
  installation = await mintInstallation();
});

const grantedScopes = async ({ grantId }: Installation) =>
  (await db().grant.findUniqueOrThrow({ where: { id: grantId } })).scopes;

async function patchScopes(permissions: string[]): Promise<void> {
  const { organizationId, client } = installation;
  const { status } = await callRoute(patchClient, {
    params: { organization_id: organizationId, client_id: client.clientId },
    body: { scopes: { permissions } },
    as: await mintMember(organizationId, "admin"),
  });
  expect(status).toBe(200);
}

async function importScopes(scopes: string[]): Promise<void> {
  const { organizationId, client } = installation;
  const pathIds = { client_id: client.clientId, organization_id: organizationId };
  const record = clientRecordSchema.parse({ type: "client", ...pathIds, scopes });
  const outcome = await transaction((tx) => importClient(tx, record, fromShell));
  expect(outcome.status).toBe("updated");
}

it.each([
  ["in the console", patchScopes],
  ["through an import", importScopes],
])(
  "a scope that a client gives up %s leaves its grants, as their history shows, until new consent",
  async (_, change) => {
    const otherInstallation = await mintInstallation();
    const { clientId } = otherInstallation.client;
    await db().client.update({ where: { clientId }, data: { scopes: [ORDERS] } });
    await change([ORDERS]);
    expect(await grantedScopes(installation)).toEqual([ORDERS]);
    expect(await grantedScopes(otherInstallation)).toEqual([ORDERS, PRODUCTS]);
    const events = { where: { grantId: installation.grantId } };
    expect(await db().grantEvent.findMany(events)).toMatchObject([
      { change: "changed", scopesBefore: [ORDERS, PRODUCTS], scopesAfter: [ORDERS], userId: null },
    ]);
    const subject = { companyId: installation.companyId, organizationId: null };
    const receipt = await writeReceipt(subject, installation.client.clientId);
    expect(receipt?.verified).toBe(true);
    const launched = await callAuthorize(installation, { scope: ORDERS });
    expect(redirectParameters(launched)).toHaveProperty("code");
    await change([ORDERS, PRODUCTS]);
    expect(await grantedScopes(installation)).toEqual([ORDERS]);
    await pressConsent(await requestConsent(installation), installation.seller);
    expect(await grantedScopes(installation)).toEqual([ORDERS, PRODUCTS]);
  },
);

it("the consent page names what the client has given up since the last consent", async () => {
  const { grantId, seller } = installation;
  await pressConsent(await requestConsent(installation, { prompt: "consent" }), seller);
  await patchScopes([ORDERS, "company/inventory/read"]);
  const id = await requestConsent(installation, { scope: "company/inventory/read" });
  expect(await openConsentPage(id, seller)).toMatchObject({
    changes: { added: ["company/inventory/read"], unchanged: [ORDERS], givenUp: [PRODUCTS] },
  });
  await pressConsent(id, seller);
  expect(await grantedScopes(installation)).toEqual(["company/inventory/read", ORDERS]);
  expect(await db().grantEvent.count({ where: { grantId } })).toBe(3);
});

it("a change adds nothing to the history of a grant that loses no scope, or that was revoked", async () => {
  const { grantId: id } = installation;
  await patchScopes([ORDERS, PRODUCTS, "company/inventory/read"]);
  await db().grant.update({ where: { id }, data: { revokedAt: new Date() } });
  await patchScopes([ORDERS]);
  expect(await grantedScopes(installation)).toEqual([ORDERS, PRODUCTS]);
  expect(await db().grantEvent.count({ where: { grantId: id } })).toBe(0);
});
