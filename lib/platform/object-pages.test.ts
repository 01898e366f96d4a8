import { describe, expect, it } from "vitest";
import { getImpact } from "@/lib/clients/impact/get-impact";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { perform } from "@/lib/operation/perform";
import { getDirectoryImpact } from "@/lib/platform/clients/clients";
import { countInstalls, readExtension } from "@/lib/platform/clients/read-extension";
import { readCompany } from "@/lib/platform/companies/read-company";
import { shownDays } from "@/lib/platform/daily-calls";
import { organizations } from "@/lib/platform/organizations/organizations";
import { readOrganization } from "@/lib/platform/organizations/read-organization";
import { countScopeUsers } from "@/lib/platform/scopes/scopes";
import { searchDirectory } from "@/lib/platform/search/search-directory";
import { readPerson } from "@/lib/platform/users/read-person";
import {
  mintClient,
  mintCompany,
  mintGrant,
  mintMember,
  mintOrganization,
} from "@/test/factories/mint";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator } from "@/test/factories/mint-platform";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { callRoute } from "@/test/requests/call-route";

const caller = { kind: "operator", userId: "0".repeat(24), role: "support" } as const;

describe("the page of an extension", () => {
  it("shows where it is installed, and the scopes that companies granted", async () => {
    const { client, companyId } = await mintInstallation();
    const params = { client_id: client.clientId };
    const page = await perform(readExtension, { params, caller });
    expect(page).toMatchObject({ added: 1, removed: 0, impact: { companies: { total: 1 } } });
    expect(page.companies).toMatchObject([{ companyId, calls: 0, denied: 0 }]);
    expect(page.installs.at(-1)).toMatchObject({ count: 1 });
    expect(page.installs.at(0)).toMatchObject({ count: 0 });
    expect(page.scopes.some(({ grants }) => grants === 1)).toBe(true);
    const company = await perform(readCompany, { params: { company_id: companyId }, caller });
    expect(company.extensions).toMatchObject([{ clientId: client.clientId, total: 1 }]);
    expect(company.members.people[0]).toMatchObject({ role: "owner" });
  });

  it("reckons the installs of each day back from those of now", () => {
    const [today = "", yesterday = "", before = ""] = shownDays().reverse();
    const changes = [
      { day: today, added: 2, removed: 0 },
      { day: yesterday, added: 0, removed: 3 },
    ];
    const byDay = new Map(countInstalls(5, changes).map(({ day, count }) => [day, count]));
    expect([today, yesterday, before].map((day) => byDay.get(day))).toEqual([5, 3, 6]);
  });
});

describe("the page of an organization", () => {
  it("records who verified it with which note, and forgets the note when the verification ends", async () => {
    const { organizationId } = await mintOrganization();
    const operator = await mintOperator();
    const params = { organization_id: organizationId };
    const put = (body: object) => callRoute(organizations.put, { params, body, as: operator });
    const note = "Trade register entry.";
    for (const [body, verification_note] of [
      [{ publisher_verified: true, verification_note: note }, note],
      [{ publisher_verified: false }, null],
      [{ verification_note: "Not verified." }, null],
    ] as const) {
      expect((await put(body)).body).toMatchObject({ verification_note });
    }
    const { verification } = await perform(readOrganization, { params, caller });
    expect(verification).toMatchObject([
      { verified: false, note: null },
      { verified: true, note, actor: `operator:${operator.userId}`, name: "Asha Rao" },
    ]);
  });

  it("shows its extensions with the companies that use them", async () => {
    const { organizationId } = await mintOrganization();
    const { companyId } = await mintCompany();
    const baseUrl = "https://b\u00fccher.example:8443/extension";
    const { clientId } = await mintClient(organizationId, { baseUrl });
    await mintGrant(clientId, companyId, ["company/orders/read"]);
    const params = { organization_id: organizationId };
    const { extensions, sites } = await perform(readOrganization, { params, caller });
    expect(sites).toEqual(["xn--bcher-kva.example:8443"]);
    expect(extensions).toMatchObject([{ clientId, installs: 1, total: 1 }]);
  });
});

describe("the page of a person", () => {
  it("shows memberships, live sessions and the last sign-in, and is gone after an erasure", async () => {
    const { owner } = await mintOrganization();
    const params = { user_id: owner.userId };
    const page = await perform(readPerson, { params, caller });
    expect(page.signIn).toMatchObject({ sessions: 1, secondFactorSince: null });
    expect(page.signIn.lastSignInAt).toBeInstanceOf(Date);
    expect(page.memberships.organizations).toHaveLength(1);
    await db().user.update({ where: { id: owner.userId }, data: { erasedAt: new Date() } });
    await expect(perform(readPerson, { params, caller })).rejects.toThrow("There is no person");
  });
});

it("scopes are counted with the extensions that may request them", async () => {
  const { organizationId } = await mintOrganization();
  const name = `company/${organizationId}/read`;
  const texts = { title: "Own", sentence: "Own.", group: "Own", access: "view" };
  await db().scope.create({ data: { name, ...texts } });
  await mintClient(organizationId, { scopes: [name] });
  expect((await perform(countScopeUsers, { caller }))[name]).toBe(1);
});

it("before a suspension, an operator sees the same impact as the publisher", async () => {
  const installation = await mintInstallation();
  await mintAccessToken(installation, "offline");
  const { organizationId, client } = installation;
  const owner = await mintMember(organizationId, "owner");
  const params = { client_id: client.clientId };
  const operatorsView = await callRoute(getDirectoryImpact, {
    params,
    as: await mintOperator("support"),
  });
  expect(operatorsView).toMatchObject({
    status: 200,
    body: { companies: { total: 1 }, live_tokens: { offline: 1, online: 0 } },
  });
  const ownersView = await callRoute(getImpact, {
    params: { ...params, organization_id: organizationId },
    as: owner,
  });
  expect(operatorsView.body).toEqual(ownersView.body);
});

it("an operator finds an extension, its organization, a company and a person by name and by id", async () => {
  const { client, organizationId, companyId, seller } = await mintInstallation();
  const mark = newId();
  const name = (kind: string) => `${kind} ${mark}`;
  const data = { name: name("Extension") };
  await db().client.update({ where: { clientId: client.clientId }, data });
  await db().organization.update({
    where: { id: organizationId },
    data: { name: name("Organization") },
  });
  await db().company.update({ where: { id: companyId }, data: { name: name("Company") } });
  await db().user.update({
    where: { id: seller.userId },
    data: { firstName: "Person", lastName: mark },
  });
  const expected = [
    { kind: "extension", id: client.clientId, name: name("Extension") },
    { kind: "organization", id: organizationId, name: name("Organization") },
    { kind: "company", id: String(companyId), name: name("Company") },
    { kind: "person", id: seller.userId, name: name("Person") },
  ];
  const as = await mintOperator("support");
  const search = async (q: string) =>
    (await callRoute(searchDirectory, { params: {}, query: { q }, as })).body.items;
  expect(await search(mark)).toEqual(expected);
  for (const item of expected) expect(await search(item.id)).toContainEqual(item);

  // A name that is exactly the text comes first, then those that begin with it, whatever their kind.
  await db().user.update({ where: { id: seller.userId }, data: { firstName: "", lastName: mark } });
  await db().organization.update({
    where: { id: organizationId },
    data: { name: `${mark} Organization` },
  });
  const ofKind = (kind: string) => expect.objectContaining({ kind });
  const kinds = ["person", "organization", "extension", "company"];
  expect(await search(mark)).toEqual(kinds.map(ofKind));
});
