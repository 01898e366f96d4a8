import { expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import { searchDirectory } from "@/lib/platform/search/search-directory";
import { mintInstallation } from "@/test/factories/mint-installation";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

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
});

it("only operators and support search the directory as a whole", async () => {
  const { seller } = await mintInstallation();
  const token = await mintServiceToken(["platform/directory/write", "platform/clients/write"]);
  for (const [as, status] of [
    [seller, 403],
    [token, 403],
    [undefined, 401],
  ] as const) {
    const call = { params: {}, query: { q: "a" }, ...(as && { as }) };
    expect((await callRoute(searchDirectory, call)).status).toBe(status);
  }
});
