import { expect, it } from "vitest";
import { installAddress } from "@/lib/companies/install-address";
import { listInstalledExtensions } from "@/lib/companies/list-extensions";
import { openExtension } from "@/lib/companies/open-extension";
import { db } from "@/lib/kernel/db/client";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";

const baseUrl = "https://shipfast.example.com";

const clientWith =
  (data: {
    baseUrl?: null;
    isActive?: false;
    suspendedAt?: Date;
    suspensionReason?: string;
    deletedAt?: Date;
  }) =>
  async ({ client: { clientId } }: Installation) => {
    await db().client.update({ where: { clientId }, data, select: { clientId: true } });
  };

const companyThatIs =
  (status: "suspended" | "closed") =>
  async ({ companyId }: Installation) => {
    await db().company.update({ where: { id: companyId }, data: { status } });
  };

async function suspendPublisher({ organizationId }: Installation) {
  await db().organization.update({ where: { id: organizationId }, data: { status: "suspended" } });
}

async function launchAddresses({ companyId, client: { clientId } }: Installation) {
  const listed = await listInstalledExtensions(companyId);
  const opened = await openExtension(companyId, clientId);
  return [...listed.map(({ launchHref }) => launchHref), opened?.launchHref];
}

it("an installed extension can be launched from the list and from its own page", async () => {
  const installation = await mintInstallation({ baseUrl });
  const address = installAddress(baseUrl, installation.client.clientId, installation.companyId);
  expect(await launchAddresses(installation)).toEqual([address, address]);
});

it.each([
  ["without a base URL", clientWith({ baseUrl: null })],
  ["that is deactivated", clientWith({ isActive: false })],
  [
    "that is suspended",
    clientWith({ suspendedAt: new Date(), suspensionReason: "It broke our rules." }),
  ],
  ["of a suspended publisher", suspendPublisher],
  ["at a suspended company", companyThatIs("suspended")],
  ["at a closed company", companyThatIs("closed")],
])("an installed extension %s cannot be launched", async (_what, change) => {
  const installation = await mintInstallation({ baseUrl });
  await change(installation);
  expect(await launchAddresses(installation)).toEqual([null, null]);
});

it("a deleted extension is not listed and cannot be launched from its own page", async () => {
  const installation = await mintInstallation({ baseUrl });
  await clientWith({ deletedAt: new Date() })(installation);
  expect(await launchAddresses(installation)).toEqual([null]);
});
