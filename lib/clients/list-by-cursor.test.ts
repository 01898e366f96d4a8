import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { listClients } from "@/lib/clients/list-clients";
import { clientSorts } from "@/lib/clients/query-schemas";
import { cursorPageSchema } from "@/lib/core/schemas/page-schemas";
import { type MintedOrganization, mintClient, mintOrganization } from "@/test/factories/mint";
import { callRoute } from "@/test/requests/call-route";
import { listOf, textOf } from "@/test/requests/read-json";

const NAMES = ["b", "B", "a", "Ä", "a", "\u{1F600}", "same", "same", "SAME", '"\\', "z"];

let organization: MintedOrganization;

beforeAll(async () => {
  organization = await mintOrganization();
  const createdAt = new Date("2026-11-20T12:00:00.123Z");
  for (const [index, name] of NAMES.entries()) {
    const isActive = index % 3 !== 0;
    const time = index % 2 === 0 ? { createdAt } : {};
    await mintClient(organization.organizationId, { name, isActive, tags: ["tagged"], ...time });
  }
});

type Query = Record<string, string>;

const read = (query: Query, { organizationId, owner } = organization) =>
  callRoute(listClients, { params: { organization_id: organizationId }, query, as: owner });

async function readPage(query: Query) {
  const { status, body } = await read(query);
  expect(status, JSON.stringify(body)).toBe(200);
  const ids = listOf(body.items).map((item) => textOf(item.client_id));
  return { ids, page: body.page };
}

/** The ids of a whole list, page by page. */
async function walk(query: Query, size: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: Query = { page_type: "cursor" };
  for (;;) {
    const found = await readPage({ ...query, ...cursor, page_size: String(size) });
    const page = cursorPageSchema.parse(found.page);
    expect(found.ids.length).toBe(page.has_next ? size : found.ids.length);
    ids.push(...found.ids);
    if (!page.has_next) {
      expect(page.next_id).toBe("");
      return ids;
    }
    cursor = { cursor: page.next_id };
  }
}

const filter = fc.constantFrom<Query>(
  {},
  { is_active: "true" },
  { is_active: "false" },
  { tag: "tagged" },
  { q: "a" },
  { tag: "none" },
);

describe("a walk with cursors", () => {
  it("returns the same clients as numbered pages for every order, filter, and page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...clientSorts),
        filter,
        fc.integer({ min: 1, max: 12 }),
        async (sort, filters, size) => {
          const query = { ...filters, sort };
          const { ids } = await readPage({ ...query, page_size: "100" });
          expect(await walk(query, size)).toEqual(ids);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("neither repeats nor skips a client when others are created before its position", async () => {
    const ownOrganization = await mintOrganization();
    const before: string[] = [];
    for (let n = 0; n < 4; n += 1)
      before.unshift((await mintClient(ownOrganization.organizationId)).clientId);
    const first = await read({ page_type: "cursor", page_size: "2" }, ownOrganization);
    await mintClient(ownOrganization.organizationId);
    const cursor = cursorPageSchema.parse(first.body.page).next_id;
    const second = await read({ cursor, page_size: "2" }, ownOrganization);
    const ids = [first, second].flatMap(({ body }) =>
      listOf(body.items).map((item) => item.client_id),
    );
    expect(ids).toEqual(before);
  });

  it.each<[string, (cursor: string) => Query]>([
    ["another order", (cursor) => ({ cursor, sort: "name" })],
    ["a page number", (cursor) => ({ cursor, page_no: "2" })],
    ["a changed character", (cursor) => ({ cursor: `x${cursor.slice(1)}` })],
    ["no signature", (cursor) => ({ cursor: cursor.split(".")[0] ?? "" })],
    ["nothing in it", () => ({ cursor: "" })],
  ])("security 49: rejects a cursor with %s", async (_what, queryWith) => {
    const { page } = await readPage({ page_type: "cursor", page_size: "2" });
    const { status, body } = await read(queryWith(cursorPageSchema.parse(page).next_id));
    expect(status).toBe(400);
    expect(body.error).toBe("invalid_request");
  });

  it("security 49: rejects a cursor of another organization", async () => {
    const { page } = await readPage({ page_type: "cursor", page_size: "2" });
    const { status } = await read(
      { cursor: cursorPageSchema.parse(page).next_id },
      await mintOrganization(),
    );
    expect(status).toBe(400);
  });
});
