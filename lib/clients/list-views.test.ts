import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { clientSorts } from "@/lib/clients/query-schemas";
import { getClient, listClients } from "@/lib/clients/read-clients";
import { clientListSchema } from "@/lib/clients/schemas";
import { clientStatuses } from "@/lib/clients/values";
import { db } from "@/lib/core/db/client";
import { cursorPageSchema } from "@/lib/core/schemas/page-schemas";
import { mintClient, mintSecret } from "@/test/factories/mint";
import { organizationScene } from "@/test/requests/client-scene";
import { listOf, textOf } from "@/test/requests/read-json";

const { id, call } = organizationScene();

async function list(query: Record<string, string>) {
  const { items, page } = clientListSchema.parse((await call(listClients, { query })).body);
  return { names: items.map(({ name }) => name).toSorted(), total: page.total };
}

const mint = (name: string, columns: Parameters<typeof mintClient>[1] = {}) =>
  mintClient(id(), { name, ...columns });

describe("searching the list", () => {
  it.each([
    ["the host of a redirect URL", "labels.example.com"],
    ["part of a host in another case", "LABELS.exam"],
    ["a whole redirect URL, by its host", "https://labels.example.com/anything?code=1"],
    ["a host with its port", "127.0.0.1:8080"],
  ])("finds a client by %s", async (_, q) => {
    const redirectUrls = ["http://127.0.0.1:8080/cb", "https://labels.example.com/fp/auth"];
    await mint("Labels", { redirectUrls });
    await mint("Other");
    expect(await list({ q })).toEqual({ names: ["Labels"], total: 1 });
    // Many clients share the path.
    expect(await list({ q: "fp/auth" })).toEqual({ names: [], total: 0 });
  });

  it("finds a client by the last four characters of a live secret, case-sensitively", async () => {
    const matchingClient = await mint("Wanted");
    const { secret, secretId } = await mintSecret(matchingClient.clientId);
    await mint("Other");
    const lastFour = secret.slice(-4);
    expect((await list({ q: lastFour })).names).toEqual(["Wanted"]);
    await db().clientSecret.update({ where: { id: secretId }, data: { revokedAt: new Date() } });
    expect((await list({ q: lastFour })).names).toEqual([]);
  });

  it("treats wildcard characters in the search text literally", async () => {
    await mint("50% off_\\ 'x'");
    await mint("50 of f");
    for (const q of ["50%", "off_", "_\\", "'x'"]) {
      expect((await list({ q })).names).toEqual(["50% off_\\ 'x'"]);
    }
  });
});

describe("views of the list", () => {
  it("never_used lists clients none of whose secrets were ever used, live or not", async () => {
    await mint("Never");
    const used = await mint("Used");
    const use = { lastUsedAt: new Date(), revokedAt: new Date() };
    const data = { ...use, client: { update: { isUsed: true } } };
    await db().clientSecret.update({ where: { id: used.secretId }, data });
    expect(await list({ never_used: "true" })).toEqual({ names: ["Never"], total: 1 });
    expect((await list({ never_used: "false" })).total).toBe(2);
  });

  it.each([
    ["http://127.0.0.1:8080/fp/auth", true],
    ["http://localhost/fp/auth", true],
    ["http://[::1]:3000/fp/auth", true],
    ["https://localhost/fp/auth", true],
    ["https://localhost.example.com/fp/auth", false],
    ["https://127.0.0.1.example.com/fp/auth", false],
    ["https://shipfast.example.com/?to=http://localhost/", false],
  ])("loopback_redirect decides whether %s points to loopback: %s", async (url, isLoopback) => {
    await mint("One", { redirectUrls: ["https://shipfast.example.com/fp/auth", url] });
    expect((await list({ loopback_redirect: "true" })).total).toBe(isLoopback ? 1 : 0);
  });

  it("select by status, which is suspended before inactive before draft, as a client itself says", async () => {
    const suspension = { suspendedAt: new Date(), suspensionReason: "Spam." };
    const states = (["draft", "unlisted", "listed"] as const).flatMap((listing) => [
      { listing, expected: listing === "draft" ? "draft" : "active" },
      { listing, isActive: false, expected: "inactive" },
      { listing, ...suspension, expected: "suspended" },
      { listing, isActive: false, ...suspension, expected: "suspended" },
    ]);
    for (const [index, { expected, ...columns }] of states.entries()) {
      const { clientId: client_id } = await mint(`${index}`, columns);
      expect((await call(getClient, { params: { client_id } })).body.status).toBe(expected);
    }
    for (const status of clientStatuses) {
      const names = states.flatMap(({ expected }, n) => (expected === status ? [`${n}`] : []));
      const { names: listed, total } = await list({ status, page_size: "50" });
      expect([listed, total]).toEqual([names.toSorted(), names.length]);
    }
  });
});

describe("a walk with cursors", () => {
  const NAMES = ["b", "B", "a", "Ä", "a", "\u{1F600}", "same", "same", "SAME", '"\\', "z"];

  beforeEach(async () => {
    const createdAt = new Date("2026-11-20T12:00:00.123Z");
    for (const [index, name] of NAMES.entries()) {
      const time = index % 2 === 0 ? { createdAt } : {};
      await mint(name, { isActive: index % 3 !== 0, tags: ["tagged"], ...time });
    }
  });

  type Query = Record<string, string>;

  async function readPage(query: Query) {
    const { status, body } = await call(listClients, { query });
    expect(status, JSON.stringify(body)).toBe(200);
    return { ids: listOf(body.items).map((item) => textOf(item.client_id)), page: body.page };
  }

  /** The ids of a whole list from a position, page by page. */
  async function walk(query: Query, position: Query = { page_type: "cursor" }): Promise<string[]> {
    const { ids, page } = await readPage({ ...query, ...position });
    const { has_next, next_id } = cursorPageSchema.parse(page);
    return has_next ? [...ids, ...(await walk(query, { cursor: next_id }))] : ids;
  }

  const filter = fc.constantFrom<Query>(
    {},
    { is_active: "true" },
    { is_active: "false" },
    { tag: "tagged" },
    { q: "a" },
    { tag: "none" },
  );
  const size = fc.integer({ min: 1, max: 12 });

  it("returns the same clients as numbered pages for every order, filter, and page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...clientSorts),
        filter,
        size,
        async (sort, filters, size) => {
          const query = { ...filters, sort };
          const { ids } = await readPage({ ...query, page_size: "100" });
          expect(await walk({ ...query, page_size: String(size) })).toEqual(ids);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("security 49: a cursor of another order is rejected", async () => {
    const { page } = await readPage({ page_type: "cursor", page_size: "2" });
    const { next_id: cursor } = cursorPageSchema.parse(page);
    const { status, body } = await call(listClients, { query: { cursor, sort: "name" } });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  });
});
