import { expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { installAddress } from "@/lib/tenants/companies/launch-address";
import { listInstalledExtensions } from "@/lib/tenants/companies/list-extensions";
import { openExtension } from "@/lib/tenants/companies/open-extension";
import type { Installation } from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  mintScene,
  suspendPublisher,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { sellerOf } from "@/test/factories/page-callers";

const baseUrl = "https://shipfast.example.com";

const closeCompany: Change = ({ installation: { companyId } }) =>
  db().company.update({ where: { id: companyId }, data: { status: "closed" } });

/** An installed extension with a base URL, and with the changes. */
async function mintLaunchable(...changes: Change[]): Promise<Installation> {
  const scene = await mintScene("company");
  for (const change of [changeClient({ baseUrl }), ...changes]) await change(scene);
  return scene.installation;
}

async function launchAddresses({ companyId, client: { clientId } }: Installation) {
  const listed = await perform(listInstalledExtensions, { caller: sellerOf(companyId) });
  const opened = await perform(openExtension, {
    caller: sellerOf(companyId),
    params: { client_id: clientId },
  });
  return [...listed.map(({ launchHref }) => launchHref), opened?.launchHref];
}

it("an installed extension can be launched from the list and from its own page", async () => {
  const installation = await mintLaunchable();
  const address = installAddress(baseUrl, installation.client.clientId, installation.companyId);
  expect(await launchAddresses(installation)).toEqual([address, address]);
});

it.each([
  ["without a base URL", changeClient({ baseUrl: null })],
  ["that is deactivated", changeClient({ isActive: false })],
  ["that is suspended", changeClient({ suspendedAt: new Date(), suspensionReason: "Spam." })],
  ["of a suspended publisher", suspendPublisher],
  ["at a suspended company", suspendSubject],
  ["at a closed company", closeCompany],
])("an installed extension %s cannot be launched", async (_what, change) => {
  expect(await launchAddresses(await mintLaunchable(change))).toEqual([null, null]);
});

it("a deleted extension is not listed and cannot be launched from its own page", async () => {
  const installation = await mintLaunchable(changeClient({ deletedAt: new Date() }));
  expect(await launchAddresses(installation)).toEqual([null]);
});
