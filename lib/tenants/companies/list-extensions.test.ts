import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/core/db/client";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { perform } from "@/lib/operation/perform";
import { installAddress } from "@/lib/tenants/companies/launch-address";
import {
  AVAILABLE_PAGE_SIZE,
  listAvailableExtensions,
  listInstalledExtensions,
} from "@/lib/tenants/companies/list-extensions";
import { openExtension } from "@/lib/tenants/companies/open-extension";
import { mintGrant } from "@/test/factories/mint";
import { mintCall } from "@/test/factories/mint-call";
import { mintExtension, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { sellerOf } from "@/test/factories/page-callers";
import { callProducts } from "@/test/requests/call-products";

const baseUrl = "https://shipfast.example.com";
const listing = "listed" as const;

const available = (companyId: number, search: string, page = 1) =>
  perform(listAvailableExtensions, { caller: sellerOf(companyId), query: { search, page } });

describe("spec 4.2: the install redirect", () => {
  it("points to /fp/install with company_id, client_id, and cluster_url", () => {
    const clientId = "0123456789abcdef01234567";
    const address = new URL(installAddress(`${baseUrl}/`, clientId, 42));
    expect(address.origin + address.pathname).toBe(`${baseUrl}/fp/install`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      company_id: "42",
      client_id: clientId,
      cluster_url: "http://127.0.0.1:3000",
    });
  });
});

describe("extensions that a company can install", () => {
  it("are found by part of their name and include the install URL", async () => {
    const name = `Ship ${randomUUID()}`;
    const { client, companyId } = await mintExtension({ name, baseUrl, listing });
    const { extensions: found } = await available(companyId, ` ${name.slice(5).toUpperCase()} `);
    expect(found).toMatchObject([
      {
        clientId: client.clientId,
        name,
        publisherName: "Shipfast Labs",
        publisherVerified: false,
        scopeCount: 2,
        installHref: installAddress(baseUrl, client.clientId, companyId),
      },
    ]);
  });

  it("are shown in pages, by name, with their total", async () => {
    const name = `Ship ${randomUUID()}`;
    const { companyId } = await mintExtension({ name: `${name} 00`, baseUrl, listing });
    const otherExtensions = Array.from({ length: AVAILABLE_PAGE_SIZE }, (_, n) =>
      mintExtension({ name: `${name} ${String(n + 1).padStart(2, "0")}`, baseUrl, listing }),
    );
    await Promise.all(otherExtensions);
    const first = await available(companyId, name);
    const second = await available(companyId, name, 2);
    expect(first.extensions).toHaveLength(AVAILABLE_PAGE_SIZE);
    expect(first.extensions[0]?.name).toBe(`${name} 00`);
    expect(second.extensions.map((one) => one.name)).toEqual([`${name} ${AVAILABLE_PAGE_SIZE}`]);
    expect([first.total, second.total]).toEqual(Array(2).fill(AVAILABLE_PAGE_SIZE + 1));
  });

  it.each([
    ["inactive", { isActive: false }],
    ["deleted", { deletedAt: new Date() }],
    ["without an address", { baseUrl: null }],
    ["of another type", { clientType: "partner" as const }],
    ["unlisted", { listing: "unlisted" as const }],
    ["a draft", { listing: "draft" as const }],
    ["suspended", { suspendedAt: new Date(), suspensionReason: "It broke our rules." }],
  ])("exclude one that is %s", async (_what, columns) => {
    const name = `Ship ${randomUUID()}`;
    const { companyId } = await mintExtension({ name, baseUrl, listing, ...columns });
    expect(await available(companyId, name)).toEqual({ extensions: [], total: 0 });
  });

  it("exclude those of a suspended organization", async () => {
    const name = `Ship ${randomUUID()}`;
    const { companyId, organizationId } = await mintExtension({ name, baseUrl, listing });
    await db().organization.update({
      where: { id: organizationId },
      data: { status: "suspended" },
    });
    expect(await available(companyId, name)).toEqual({ extensions: [], total: 0 });
  });

  it.each(["draft", "unlisted"] as const)(
    "include one that is %s for its organization's own company, and a draft for a company that it names",
    async (unseen) => {
      const name = `Ship ${randomUUID()}`;
      const extension = await mintExtension({ name, baseUrl, listing: unseen });
      const { companyId, organizationId, client } = extension;
      const ownCompany = await db().company.findFirstOrThrow({
        where: { organization: { id: organizationId } },
      });
      expect(await available(ownCompany.id, name)).toMatchObject({ total: 1 });
      await db().clientDraftCompany.create({ data: { clientId: client.clientId, companyId } });
      const { extensions: found } = await available(companyId, name);
      expect(found).toHaveLength(unseen === "draft" ? 1 : 0);
    },
  );

  it("exclude installed extensions and include removed ones again", async () => {
    const name = `Ship ${randomUUID()}`;
    const { companyId, grantId } = await mintInstallation({ name, baseUrl, listing });
    expect(await available(companyId, name)).toEqual({ extensions: [], total: 0 });
    await db().grant.update({ where: { id: grantId }, data: { revokedAt: new Date() } });
    expect(await available(companyId, name)).toMatchObject({ total: 1 });
  });

  it("are searched literally: wildcards match nothing", async () => {
    const { companyId } = await mintExtension({ baseUrl });
    expect(await available(companyId, "%")).toEqual({ extensions: [], total: 0 });
    expect(await available(companyId, "_______")).toEqual({
      extensions: [],
      total: 0,
    });
  });
});

describe("installed extensions of a company", () => {
  it("include what was granted and when they were last used", async () => {
    const installation = await mintInstallation({ baseUrl });
    const { companyId, client } = installation;
    const [before] = await perform(listInstalledExtensions, { caller: sellerOf(companyId) });
    expect(before).toMatchObject({
      clientId: client.clientId,
      isActive: true,
      scopes: ["company/orders/read", "company/products/read"],
      lastUsedAt: null,
      launchHref: installAddress(baseUrl, client.clientId, companyId),
    });
    mintCall(installation, { scope: null, denial: "access_token_scope", status: 403 });
    await flushCalls();
    const [denied] = await perform(listInstalledExtensions, { caller: sellerOf(companyId) });
    expect(denied?.lastUsedAt).toBeNull();
    await callProducts(await mintAccessToken(installation, "offline"));
    await flushCalls();
    const [after] = await perform(listInstalledExtensions, { caller: sellerOf(companyId) });
    expect(after?.lastUsedAt).toBeInstanceOf(Date);
  });

  it("say which permissions were not used, once there were 30 days to use them", async () => {
    const installation = await mintInstallation({ baseUrl });
    const { companyId, grantId } = installation;
    mintCall(installation);
    await flushCalls();
    expect(await perform(listInstalledExtensions, { caller: sellerOf(companyId) })).toMatchObject([
      { use: [] },
    ]);
    const modifiedAt = new Date(Date.now() - 31 * 86_400_000);
    await db().grant.update({ where: { id: grantId }, data: { modifiedAt } });
    expect(await perform(listInstalledExtensions, { caller: sellerOf(companyId) })).toMatchObject([
      {
        use: [
          { scope: "company/orders/read", calls: 0, lastUsedAt: null },
          { scope: "company/products/read", calls: 1 },
        ],
      },
    ]);
    const { client } = installation;
    const otherInstallation = await mintInstallation();
    const elsewhere = {
      id: (await mintGrant(client.clientId, otherInstallation.companyId, ["company/a"])).grantId,
    };
    await db().grant.update({ where: elsewhere, data: { modifiedAt } });
    expect(
      await perform(listInstalledExtensions, { caller: sellerOf(otherInstallation.companyId) }),
    ).toContainEqual(
      expect.objectContaining({ clientId: client.clientId, lastUsedAt: null, use: [] }),
    );
  });

  it("say that the platform suspended one, and why", async () => {
    const installation = await mintInstallation({ baseUrl });
    const { companyId, client, organizationId } = installation;
    const { clientId } = client;
    const reason = "It broke our rules.";
    await db().client.update({
      where: { clientId },
      data: { suspendedAt: new Date(), suspensionReason: reason },
    });
    const suspension = { isSuspended: true, suspensionReason: reason };
    expect(await perform(listInstalledExtensions, { caller: sellerOf(companyId) })).toMatchObject([
      suspension,
    ]);
    expect(
      await perform(openExtension, {
        caller: sellerOf(companyId),
        params: { client_id: clientId },
      }),
    ).toMatchObject({ ...suspension, launchHref: null });
    await db().client.update({
      where: { clientId },
      data: { suspendedAt: null, suspensionReason: null },
    });
    await db().organization.update({
      where: { id: organizationId },
      data: { status: "suspended" },
    });
    const ofPublisher = { isSuspended: true, suspensionReason: null };
    expect(await perform(listInstalledExtensions, { caller: sellerOf(companyId) })).toMatchObject([
      ofPublisher,
    ]);
  });

  it("are those of this company only, without removed ones", async () => {
    const one = await mintInstallation();
    const otherInstallation = await mintInstallation();
    await mintGrant(one.client.clientId, otherInstallation.companyId, ["company/orders/read"]);
    expect(
      await perform(listInstalledExtensions, { caller: sellerOf(one.companyId) }),
    ).toHaveLength(1);
    await db().grant.update({ where: { id: one.grantId }, data: { revokedAt: new Date() } });
    expect(await perform(listInstalledExtensions, { caller: sellerOf(one.companyId) })).toEqual([]);
    expect(
      await perform(listInstalledExtensions, { caller: sellerOf(otherInstallation.companyId) }),
    ).toHaveLength(2);
  });
});
