import { beforeAll, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/read-clients";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { directoryClients } from "@/lib/platform/clients/clients";
import { companies } from "@/lib/platform/companies/companies";
import { organizations } from "@/lib/platform/organizations/organizations";
import { searchDirectory } from "@/lib/platform/search/search-directory";
import { users } from "@/lib/platform/users/users";
import { type MintedUser, mintClient, mintOrganization, mintUser } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { callRoute } from "@/test/requests/call-route";

const NAME = `Bücher é Đà 서울 ${newId()}`;
const COMPOSED = NAME.normalize("NFC");
const DECOMPOSED = NAME.normalize("NFD");

let operator: MintedUser;
let owner: MintedUser;
let params: { organization_id: string };

beforeAll(async () => {
  operator = await mintOperator();
  const organization = await mintOrganization();
  owner = organization.owner;
  params = { organization_id: organization.organizationId };
  await mintClient(organization.organizationId, { name: COMPOSED, tags: [COMPOSED.slice(0, 20)] });
  const { userId } = await mintUser();
  await db().user.update({ where: { id: userId }, data: { firstName: COMPOSED } });
  const { organizationId: id } = await mintOrganization();
  await db().organization.update({ where: { id }, data: { name: COMPOSED } });
  const { status } = await callRoute(companies.put, {
    params: { company_id: String(Date.now()) },
    body: { name: DECOMPOSED },
    as: operator,
  });
  expect(status).toBe(201);
});

const searches: [name: string, Operation][] = [
  ["extensions", directoryClients.list],
  ["companies", companies.list],
  ["organizations", organizations.list],
  ["people", users.list],
  ["the command palette", searchDirectory],
];

describe("a search finds a name however a keyboard types it", () => {
  it.each(searches)("in %s", async (_name, operation) => {
    const search = async (q: string) => {
      const { status, body } = await callRoute(operation, {
        params: {},
        query: { q },
        as: operator,
      });
      expect(status).toBe(200);
      return JSON.stringify(body);
    };
    const results = await search(COMPOSED);
    expect(results).toContain(COMPOSED);
    expect(await search(DECOMPOSED)).toBe(results);
    expect(await search(` ${DECOMPOSED.toUpperCase()} `)).toBe(results);
  });

  it("in the clients of an organization, by name and by tag", async () => {
    const typed: [parameter: string, text: string][] = [
      ["q", DECOMPOSED],
      ["tag", COMPOSED.slice(0, 20).normalize("NFD")],
    ];
    for (const [parameter, text] of typed) {
      const query = { [parameter]: text };
      const { body } = await callRoute(listClients, { params, query, as: owner });
      expect(body.items).toHaveLength(1);
    }
  });
});
