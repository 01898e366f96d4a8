import fc from "fast-check";
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
    expect({ query, total, ids: listed.map(({ clientId }) => clientId).toSorted() }).toEqual({
      query,
      total: ids.length,
      ids,
    });
  }
}

describe("the totals of lists", () => {
  type Change = (client: MintedClient) => Promise<unknown>;
  const set =
    (data: Parameters<ReturnType<typeof db>["client"]["update"]>[0]["data"]): Change =>
    ({ clientId }) =>
      db().client.update({ where: { clientId }, data, select: { clientId: true } });

  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.constant<Change>(use),
    fc.constant<Change>(({ clientId }) => mintDeletion(clientId)),
    fc.constant(set({ deletedAt: null })),
    fc.boolean().map((isActive) => set({ isActive })),
    fc
      .constantFrom("extension" as const, "partner" as const)
      .map((clientType) => set({ clientType })),
    fc.array(fc.constantFrom(...TAGS), { maxLength: 3 }).map((tags) => set({ tags })),
    fc.constantFrom(LOOPBACK, ELSEWHERE).map((url) => set({ redirectUrls: [url] })),
    fc.constant<Change>(async (client) => {
      const { secret, secretId } = await mintSecret(client.clientId);
      await use({ ...client, clientSecret: secret, secretId });
    }),
    fc.constant<Change>(() => mintClient(organization.organizationId, { tags: ["beta"] })),
  );
  const AMONG = 4;
  /** What happens concurrently, and to which client. */
  const round = fc.array(fc.tuple(fc.nat(AMONG - 1), change), { minLength: 1, maxLength: 8 });

  it("match a recount after any changes, even concurrent ones", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        organization = await mintOrganization();
        const { organizationId } = organization;
        const clients = await Promise.all(
          Array.from({ length: AMONG }, () => mintClient(organizationId, { tags: [...TAGS] })),
        );
        for (const changes of rounds) {
          await Promise.all(
            changes.map(([index, apply]) => {
              const client = clients[index];
              return client && apply(client);
            }),
          );
        }
        await expectListsAsClientsAre(organizationId);
      }),
      { numRuns: 5 },
    );
  }, 300_000);

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
