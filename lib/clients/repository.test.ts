import { beforeEach, describe, expect, it } from "vitest";
import { findClient, replaceDraftCompanies, updateClientRow } from "@/lib/clients/repository";
import { db } from "@/lib/core/db/client";
import {
  type MintedClient,
  type MintedOrganization,
  mintClient,
  mintCompany,
  mintDeletion,
  mintOrganization,
} from "@/test/factories/mint";

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
  organizationId: of,
  clientId: client.clientId,
  version,
});

describe("a client", () => {
  it("has its organization's company and its own draft companies", async () => {
    const { companyId } = await mintCompany();
    await mintClient(organizationId, { draftCompanies: { create: { companyId } } });
    expect(await find()).toMatchObject({ companyId: organization.companyId, draftCompanies: [] });
    const { clientId } = client;
    await db().clientDraftCompany.create({ data: { clientId, companyId } });
    expect(await find()).toMatchObject({ draftCompanies: [companyId] });
  });
});

describe.each<[string, boolean, Parameters<typeof updateClientRow>[2]]>([
  ["changing", false, { name: "New" }],
  ["restoring", true, { deletedAt: null, isActive: false }],
])("%s a client", (_what, isOfDeleted, changed) => {
  const change = (where: ReturnType<typeof at>) => updateClientRow(db(), where, changed);
  const stored = ({ clientId }: MintedClient) =>
    db().client.findUniqueOrThrow({ where: { clientId } });

  it("raises its version, and changes no other client", async () => {
    const other = await mintClient(organizationId);
    if (isOfDeleted) for (const each of [client, other]) await mintDeletion(each.clientId);
    const before = await stored(other);
    expect(await change(at())).toMatchObject({ ...changed, version: 2 });
    expect(await stored(other)).toEqual(before);
  });

  it("changes nothing at another version, in another organization, or if it is deleted or not", async () => {
    if (isOfDeleted) await mintDeletion(client.clientId);
    await expect(change(at(2))).rejects.toThrow("changed");
    await expect(change(at(1, elsewhere))).rejects.toThrow("changed");
    const data = { deletedAt: isOfDeleted ? null : new Date() };
    await db().client.update({ where: { clientId: client.clientId }, data });
    await expect(change(at())).rejects.toThrow("changed");
    expect(await stored(client)).toMatchObject({ name: "Shipfast", version: 1, ...data });
  });
});

it("naming the companies that may install a draft replaces those of this client, in its organization", async () => {
  const [first, second] = [(await mintCompany()).companyId, (await mintCompany()).companyId];
  const draftCompanies = { create: { companyId: first } };
  const { clientId: other } = await mintClient(organizationId, { draftCompanies });
  const { clientId } = client;
  for (const companies of [[first], [second]]) {
    await replaceDraftCompanies(db(), { organizationId, clientId }, companies);
    expect(await find()).toMatchObject({ draftCompanies: companies });
  }
  for (const companies of [[], [first]]) {
    await replaceDraftCompanies(db(), { organizationId: elsewhere, clientId }, companies);
    expect(await find()).toMatchObject({ draftCompanies: [second] });
  }
  expect(await findClient(db(), organizationId, other)).toMatchObject({ draftCompanies: [first] });
});
