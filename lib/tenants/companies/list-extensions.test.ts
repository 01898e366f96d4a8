import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import {
  AVAILABLE_PAGE_SIZE,
  installAddress,
  listAvailableExtensions,
  listInstalledExtensions,
  openExtension,
} from "@/lib/tenants/companies/extensions";
import { mintCompany, mintGrant } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import {
  INSTALLED_SCOPES,
  mintExtension,
  mintInstallation,
} from "@/test/factories/mint-installation";
import {
  type Change,
  changeClient,
  mintScene,
  suspendPublisher as suspendPublisherOf,
  suspendSubject,
} from "@/test/factories/mint-scene";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { sellerOf } from "@/test/factories/page-callers";
import { callProducts } from "@/test/requests/call-products";

const baseUrl = "https://shipfast.example.com";
const listing = "listed" as const;
const suspension = { suspendedAt: new Date(), suspensionReason: "It broke our rules." };

let name: string;

beforeEach(() => {
  // A search takes % and _ literally.
  name = `Ship %_ ${randomUUID()}`;
});

const available = (companyId: number, search = name, page = 1) =>
  perform(listAvailableExtensions, { caller: sellerOf(companyId), query: { search, page } });
const installed = (companyId: number) =>
  perform(listInstalledExtensions, { caller: sellerOf(companyId) });
const changeGrant = (id: string, data: { revokedAt?: Date; modifiedAt?: Date }) =>
  db().grant.update({ where: { id }, data });
const suspendPublisher = (id: string) =>
  db().organization.update({ where: { id }, data: { status: "suspended" } });

it("spec 4.2: the install redirect points to /fp/install with company_id, client_id, and cluster_url", () => {
  const clientId = "0123456789abcdef01234567";
  const address = new URL(installAddress(`${baseUrl}/`, clientId, 42));
  expect(address.origin + address.pathname).toBe(`${baseUrl}/fp/install`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    company_id: "42",
    client_id: clientId,
    cluster_url: "http://127.0.0.1:3000",
  });
});

describe("extensions that a company can install", () => {
  it("are found by part of their name and include the install URL", async () => {
    const { client, companyId } = await mintExtension({ name, baseUrl, listing });
    await mintExtension({ name: name.replace("%_", "--"), baseUrl, listing });
    const { extensions } = await available(companyId, ` ${name.slice(5).toUpperCase()} `);
    expect(extensions).toMatchObject([
      {
        clientId: client.clientId,
        name,
        scopeCount: 2,
        publisherName: "Shipfast Labs",
        publisherVerified: false,
        installHref: installAddress(baseUrl, client.clientId, companyId),
      },
    ]);
  });

  it("are shown in pages, by name, with their total", async () => {
    const names = Array.from({ length: AVAILABLE_PAGE_SIZE + 1 }, (_, n) => `${name} ${100 + n}`);
    const [extension] = await Promise.all(
      names.map((each) => mintExtension({ name: each, baseUrl, listing })),
    );
    const companyId = extension?.companyId ?? 0;
    const pages = [await available(companyId, name), await available(companyId, name, 2)];
    expect(pages.map(({ total }) => total)).toEqual([names.length, names.length]);
    const pageNames = pages.map(({ extensions }) => extensions.map((one) => one.name));
    expect(pageNames).toEqual([
      names.slice(0, AVAILABLE_PAGE_SIZE),
      names.slice(AVAILABLE_PAGE_SIZE),
    ]);
  });

  it.each([
    ["inactive", { isActive: false }],
    ["deleted", { deletedAt: new Date() }],
    ["without an address", { baseUrl: null }],
    ["of another type", { clientType: "partner" as const }],
    ["unlisted", { listing: "unlisted" as const }],
    ["a draft", { listing: "draft" as const }],
    ["suspended", suspension],
  ])("exclude one that is %s", async (_what, columns) => {
    const { companyId } = await mintExtension({ name, baseUrl, listing, ...columns });
    expect(await available(companyId)).toEqual({ extensions: [], total: 0 });
  });

  it("exclude those of a suspended organization", async () => {
    const { companyId, organizationId } = await mintExtension({ name, baseUrl, listing });
    await suspendPublisher(organizationId);
    expect(await available(companyId)).toEqual({ extensions: [], total: 0 });
  });

  it.each(["draft", "unlisted"] as const)(
    "include one that is %s for its organization's own company, and a draft for a company that it names",
    async (unseen) => {
      const extension = await mintExtension({ name, baseUrl, listing: unseen });
      const { companyId, organizationId, client } = extension;
      const where = { organization: { id: organizationId } };
      const ownCompany = await db().company.findFirstOrThrow({ where });
      expect(await available(ownCompany.id)).toMatchObject({ total: 1 });
      await db().clientDraftCompany.create({ data: { clientId: client.clientId, companyId } });
      expect(await available(companyId)).toMatchObject({ total: unseen === "draft" ? 1 : 0 });
    },
  );

  it("exclude installed extensions and include removed ones again", async () => {
    const { companyId, grantId } = await mintInstallation({ name, baseUrl, listing });
    expect(await available(companyId)).toEqual({ extensions: [], total: 0 });
    await changeGrant(grantId, { revokedAt: new Date() });
    expect(await available(companyId)).toMatchObject({ total: 1 });
  });
});

describe("installed extensions of a company", () => {
  it("include what was granted and when they were last used", async () => {
    const installation = await mintInstallation({ baseUrl });
    const { companyId, client } = installation;
    expect(await installed(companyId)).toMatchObject([
      {
        clientId: client.clientId,
        isActive: true,
        scopes: INSTALLED_SCOPES,
        lastUsedAt: null,
        launchHref: installAddress(baseUrl, client.clientId, companyId),
      },
    ]);
    mintCall(installation, { scope: null, denial: "access_token_scope", status: 403 });
    await flushCalls();
    expect(await installed(companyId)).toMatchObject([{ lastUsedAt: null }]);
    await callProducts(await mintAccessToken(installation, "offline"));
    await flushCalls();
    expect(await installed(companyId)).toMatchObject([{ lastUsedAt: expect.any(Date) }]);
  });

  it("say which permissions were not used here, once there were 30 days to use them", async () => {
    const installation = await mintInstallation({ baseUrl });
    const { companyId, grantId, client } = installation;
    mintCall(installation);
    await flushCalls();
    expect(await installed(companyId)).toMatchObject([{ use: [] }]);
    const modifiedAt = new Date(Date.now() - 31 * 86_400_000);
    await changeGrant(grantId, { modifiedAt });
    const use = [
      { scope: "company/orders/read", calls: 0, lastUsedAt: null },
      { scope: "company/products/read", calls: 1 },
    ];
    expect(await installed(companyId)).toMatchObject([{ use }]);
    const elsewhere = await mintCompany();
    const other = await mintGrant(client.clientId, elsewhere.companyId, ["company/a"]);
    await changeGrant(other.grantId, { modifiedAt });
    expect(await installed(elsewhere.companyId)).toMatchObject([{ lastUsedAt: null, use: [] }]);
  });

  it("say that the platform suspended one, and why", async () => {
    const { companyId, client, organizationId } = await mintInstallation({ baseUrl });
    const where = { clientId: client.clientId };
    await db().client.update({ where, data: suspension });
    const suspended = { isSuspended: true, suspensionReason: suspension.suspensionReason };
    expect(await installed(companyId)).toMatchObject([suspended]);
    const params = { client_id: client.clientId };
    const page = await perform(openExtension, { caller: sellerOf(companyId), params });
    expect(page).toMatchObject({ ...suspended, launchHref: null });
    const data = { suspendedAt: null, suspensionReason: null };
    await db().client.update({ where, data });
    await suspendPublisher(organizationId);
    const ofPublisher = { isSuspended: true, suspensionReason: null };
    expect(await installed(companyId)).toMatchObject([ofPublisher]);
  });

  it("are those of this company only, without removed ones", async () => {
    const [one, other] = [await mintInstallation(), await mintInstallation()];
    await mintGrant(one.client.clientId, other.companyId, ["company/orders/read"]);
    expect(await installed(one.companyId)).toHaveLength(1);
    await changeGrant(one.grantId, { revokedAt: new Date() });
    expect(await installed(one.companyId)).toEqual([]);
    expect(await installed(other.companyId)).toHaveLength(2);
  });
});

describe("launching an installed extension", () => {
  const closeCompany: Change = ({ installation: { companyId } }) =>
    db().company.update({ where: { id: companyId }, data: { status: "closed" } });

  /** The addresses in the list and on its own page, after the changes. */
  async function launchAddresses(...changes: Change[]) {
    const scene = await mintScene("company");
    for (const change of [changeClient({ baseUrl }), ...changes]) await change(scene);
    const { companyId, client } = scene.installation;
    const params = { client_id: client.clientId };
    const page = await perform(openExtension, { caller: sellerOf(companyId), params });
    const listed = (await installed(companyId)).map(({ launchHref }) => launchHref);
    return {
      listed,
      page: page?.launchHref,
      ours: installAddress(baseUrl, client.clientId, companyId),
    };
  }

  it("is possible from the list and from its own page", async () => {
    const { listed, page, ours } = await launchAddresses();
    expect([listed, page]).toEqual([[ours], ours]);
  });

  it.each([
    ["has no base URL", changeClient({ baseUrl: null })],
    ["is deactivated", changeClient({ isActive: false })],
    ["is suspended", changeClient(suspension)],
    ["is of a suspended publisher", suspendPublisherOf],
    ["is at a suspended company", suspendSubject],
    ["is at a closed company", closeCompany],
  ])("is not possible if it %s", async (_what, change) => {
    expect(await launchAddresses(change)).toMatchObject({ listed: [null], page: null });
  });

  it("is not possible once it is deleted, and then it is not listed", async () => {
    const deleted = await launchAddresses(changeClient({ deletedAt: new Date() }));
    expect(deleted).toMatchObject({ listed: [], page: null });
  });
});
