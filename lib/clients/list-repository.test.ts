import { beforeEach, describe, expect, it } from "vitest";
import { listClientRows } from "@/lib/clients/list-repository";
import { listClientsQuerySchema } from "@/lib/clients/query-schemas";
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
import { callToken } from "@/test/requests/call-token";

const TAGS = ["beta", "shipping"] as const;
const LOOPBACK = "http://localhost:8080/fp/auth";
const ELSEWHERE = "https://shipfast.example.com/fp/auth";

let organization: MintedOrganization;
let companyId: number;

beforeEach(async () => {
  organization = await mintOrganization();
  ({ companyId } = await mintCompany());
});

/** Lets a client use its secret, for a company that is no sandbox. */
const use = (client: MintedClient) =>
  callToken("offline", { client, companyId }, { json: { grant_type: "client_credentials" } });

const BOOLEANS = ["false", "true"];
const VALUES: Record<string, (string | undefined)[]> = {
  is_active: [undefined, ...BOOLEANS],
  client_type: [undefined, "partner"],
  tag: [undefined, ...TAGS],
  never_used: BOOLEANS,
  loopback_redirect: BOOLEANS,
};
/** All combinations of the values. */
const QUERIES = Object.entries(VALUES)
  .reduce<Record<string, string | undefined>[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) => values.map((value) => ({ ...query, [name]: value }))),
    [{}],
  )
  .map((query) => listClientsQuerySchema.parse(query));

/** Compares every list's total and rows with the current clients and secrets. */
async function expectListsAsClientsAre(organizationId: string): Promise<void> {
  const clients = await db().client.findMany({
    where: { organizationId, deletedAt: null },
    include: { secrets: { select: { lastUsedAt: true } } },
  });
  const part = { after: null, limit: clients.length + 1, offset: 0, isCounted: true };
  for (const query of QUERIES) {
    const { total, rows: listed } = await listClientRows(organizationId, query, part);
    const expected = clients.filter(
      (client) =>
        (query.is_active === undefined || client.isActive === query.is_active) &&
        (query.client_type === undefined || client.clientType === query.client_type) &&
        (query.tag === undefined || client.tags.includes(query.tag)) &&
        (!query.never_used || client.secrets.every(({ lastUsedAt }) => lastUsedAt === null)) &&
        (!query.loopback_redirect || client.redirectUrls.includes(LOOPBACK)),
    );
    const ids = expected.map(({ clientId }) => clientId).toSorted();
    const listedIds = listed.map(({ clientId }) => clientId).toSorted();
    expect([query, total, listedIds]).toEqual([query, ids.length, ids]);
  }
}

describe("the lists with any filters", () => {
  it("have exactly the clients that match, and their number, whichever secret was used", async () => {
    const { organizationId } = organization;
    const kinds = [true, false].flatMap((isActive) =>
      (["extension", "partner"] as const).flatMap((clientType) =>
        [[], ["beta"], [...TAGS]].flatMap((tags) =>
          [LOOPBACK, ELSEWHERE].map((url) => ({ isActive, clientType, tags, redirectUrls: [url] })),
        ),
      ),
    );
    for (const [at, kind] of kinds.entries()) {
      const client = await mintClient(organizationId, kind);
      const { secret, secretId } = await mintSecret(client.clientId);
      if (at % 3 === 1) await use(client);
      if (at % 3 === 2) await use({ ...client, clientSecret: secret, secretId });
      if (at % 5 === 0) await mintDeletion(client.clientId);
    }
    await expectListsAsClientsAre(organizationId);
  });

  it("count concurrent first uses of one client and of several", async () => {
    const { organizationId } = organization;
    const mintOne = () => mintClient(organizationId, { tags: ["beta"] });
    const clients = await Promise.all(Array.from({ length: 6 }, mintOne));
    const used = clients.slice(1);
    await Promise.all([...used, ...used, ...used].map(use));
    await expectListsAsClientsAre(organizationId);
    const unused = listClientsQuerySchema.parse({ never_used: "true", tag: "beta" });
    const part = { after: null, limit: 1, offset: 0, isCounted: true };
    expect((await listClientRows(organizationId, unused, part)).total).toBe(1);
  });
});
