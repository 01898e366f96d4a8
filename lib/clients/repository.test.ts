import { beforeEach, describe, expect, it } from "vitest";
import {
  findClient,
  findDeletion,
  findLookAlike,
  lockAnyClient,
  lockClient,
  replaceDraftCompanies,
  restoreClientRow,
  updateClientRow,
} from "@/lib/clients/repository";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintDeletion,
  mintOrganization,
  mintSecret,
} from "@/test/factories/mint";
import { aMinuteAgo } from "@/test/factories/mint-code";

let organization: MintedOrganization;
let organizationId: string;
let elsewhere: string;
let client: MintedClient;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ organizationId } = organization);
  elsewhere = (await mintOrganization()).organizationId;
  client = await mintClient(organizationId);
  await mintClient(organizationId);
});

const find = () => findClient(db(), organizationId, client.clientId);
const at = (version = 1, of = organizationId) => ({
  ...{ organizationId: of, clientId: client.clientId, version },
});

describe("a client", () => {
  it.each([
    ["findClient", findClient, false],
    ["lockClient", lockClient, false],
    ["lockAnyClient", lockAnyClient, true],
  ])("is found by %s in its own organization", async (_name, read, findsDeleted) => {
    const { clientId } = client;
    expect(await read(db(), organizationId, clientId)).toMatchObject({ clientId, organizationId });
    expect(await read(db(), elsewhere, clientId)).toBeNull();
    expect(await read(db(), organizationId, newId())).toBeNull();
    await mintDeletion(clientId);
    expect((await read(db(), organizationId, clientId)) !== null).toBe(findsDeleted);
  });

  it("gets no draft companies from another organization", async () => {
    const { clientId } = client;
    const { companyId } = await mintCompany();
    await replaceDraftCompanies(db(), { organizationId: elsewhere, clientId }, [companyId]);
    expect(await find()).toMatchObject({ draftCompanies: [] });
  });

  it("looks like another listed one of the same name, unless that is deleted", async () => {
    const name = `Look-alike ${newId()}`;
    const { clientId } = await mintClient(elsewhere, { name, listing: "unlisted" });
    const findOther = () => findLookAlike(db(), client.clientId, name.toUpperCase());
    expect(await findOther()).toBeNull();
    await db().client.update({ where: { clientId }, data: { listing: "listed" } });
    expect(await findOther()).toBe(name);
    await mintDeletion(clientId);
    expect(await findOther()).toBeNull();
  });

  it("has its organization's company and its own draft companies", async () => {
    const { companyId } = await mintCompany();
    await mintClient(organizationId, { draftCompanies: { create: { companyId } } });
    expect(await find()).toMatchObject({ companyId: organization.companyId, draftCompanies: [] });
    const { clientId } = client;
    await db().clientDraftCompany.create({ data: { clientId, companyId } });
    expect(await find()).toMatchObject({ draftCompanies: [companyId] });
  });

  it("has the person or client that registered it, if there is one", async () => {
    expect(await find()).toMatchObject({ author: null, authorClient: null });
    const script = await mintClient(organizationId, { name: "Script" });
    const data = { authorId: organization.owner.userId, authorClientId: script.clientId };
    await db().client.update({ where: { clientId: client.clientId }, data });
    expect(await find()).toMatchObject({
      author: { id: organization.owner.userId },
      authorClient: { clientId: script.clientId, name: "Script" },
    });
  });

  it("has the last characters of each of its secrets that may be used", async () => {
    const inAMinute = new Date(Date.now() + 60_000);
    for (const data of [
      { expiresAt: inAMinute },
      { expiresAt: aMinuteAgo() },
      { revokedAt: new Date() },
    ]) {
      const { secretId } = await mintSecret(client.clientId);
      await db().clientSecret.update({ where: { id: secretId }, data });
    }
    const live = await db().clientSecret.findMany({
      where: {
        clientId: client.clientId,
        revokedAt: null,
        OR: [{ expiresAt: null }, { expiresAt: inAMinute }],
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    });
    expect((await find())?.lastFours).toEqual(live.map(({ lastFour }) => lastFour));
    expect(live).toHaveLength(2);
  });
});

describe("changing a client", () => {
  const change = (where: ReturnType<typeof at>) => updateClientRow(db(), where, { name: "New" });

  it("raises its version, and changes no other client", async () => {
    const otherClient = await mintClient(organizationId);
    expect(await change(at())).toMatchObject({ name: "New", version: 2 });
    expect(await findClient(db(), organizationId, otherClient.clientId)).toMatchObject({
      version: 1,
    });
  });

  it("changes nothing at another version, in another organization, or once it was deleted", async () => {
    expect(await change(at(2))).toBeNull();
    expect(await change(at(1, elsewhere))).toBeNull();
    await mintDeletion(client.clientId);
    expect(await change(at())).toBeNull();
    const { clientId } = client;
    const { name } = await db().client.findUniqueOrThrow({ where: { clientId } });
    expect(name).toBe("Shipfast");
  });
});

describe("restoring a client", () => {
  it("makes a deleted one inactive, and no other", async () => {
    const otherClient = await mintClient(organizationId, { deletedAt: new Date() });
    await mintDeletion(client.clientId);
    const restored = { deletedAt: null, isActive: false, version: 2 };
    expect(await restoreClientRow(db(), at())).toMatchObject(restored);
    expect(await findClient(db(), organizationId, otherClient.clientId)).toBeNull();
  });

  it("changes nothing at another version, in another organization, or if it is not deleted", async () => {
    expect(await restoreClientRow(db(), at())).toBeNull();
    await mintDeletion(client.clientId);
    expect(await restoreClientRow(db(), at(2))).toBeNull();
    expect(await restoreClientRow(db(), at(1, elsewhere))).toBeNull();
    expect(await find()).toBeNull();
  });
});

it("a deletion is found for its own client and organization, since a time", async () => {
  const deletedAt = aMinuteAgo();
  const after = new Date(deletedAt.getTime() + 1);
  const { clientId } = client;
  const findSince = (since: Date, of = organizationId, id = clientId) =>
    findDeletion(db(), { organizationId: of, clientId: id, since });
  expect(await findSince(new Date(0))).toBeNull();
  await mintDeletion(clientId, deletedAt);
  expect(await findSince(deletedAt)).toEqual(deletedAt);
  expect(await findSince(after)).toBeNull();
  expect(await findSince(deletedAt, elsewhere)).toBeNull();
  expect(await findSince(deletedAt, organizationId, newId())).toBeNull();
});

describe("naming the companies that may install a draft", () => {
  it("replaces those of this client", async () => {
    const [first, second] = [await mintCompany(), await mintCompany()];
    const { clientId: other } = await mintClient(organizationId, {
      draftCompanies: { create: { companyId: first.companyId } },
    });
    const { clientId } = client;
    for (const companies of [[first.companyId], [second.companyId]]) {
      await replaceDraftCompanies(db(), { organizationId, clientId }, companies);
      expect(await find()).toMatchObject({ draftCompanies: companies });
    }
    expect(await findClient(db(), organizationId, other)).toMatchObject({
      draftCompanies: [first.companyId],
    });
  });

  it("leaves clients of other organizations alone", async () => {
    const { companyId } = await mintCompany();
    const { clientId } = client;
    await db().clientDraftCompany.create({ data: { clientId, companyId } });
    await replaceDraftCompanies(db(), { organizationId: elsewhere, clientId }, []);
    expect(await find()).toMatchObject({ draftCompanies: [companyId] });
  });
});
