import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Prisma } from "@/lib/core/db/generated/client";
import type { Operation } from "@/lib/operation/operation";
import { listCompanies } from "@/lib/platform/companies/list-companies";
import { putCompany } from "@/lib/platform/companies/put-company";
import { listOrganizations } from "@/lib/platform/organizations/list-organizations";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import { eraseDirectoryUser } from "@/lib/platform/users/erase-directory-user";
import { listUsers } from "@/lib/platform/users/list-users";
import { putUser } from "@/lib/platform/users/put-user";
import type { MintedUser } from "@/test/factories/mint";
import { mintOperator } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { fieldAt, listOf, textOf } from "@/test/requests/read-json";

const kinds = [
  {
    kind: "company",
    list: listCompanies,
    put: putCompany,
    field: "company_id",
    newRecordId: () => String(newCompanyId()),
    bodyOf: (name: string) => ({ name }),
  },
  {
    kind: "organization",
    list: listOrganizations,
    put: putOrganization,
    field: "organization_id",
    newRecordId: newId,
    bodyOf: (name: string) => ({ name }),
  },
  {
    kind: "person",
    list: listUsers,
    put: putUser,
    field: "external_id",
    newRecordId: newExternalId,
    bodyOf: (name: string) => ({ first_name: name }),
  },
];

let as: MintedUser;

beforeEach(async () => {
  as = await mintOperator();
});

async function idsOf(operation: Operation, field: string, query: Record<string, string>) {
  const { body } = await callRoute(operation, { params: {}, query, as });
  return { ids: listOf(body.items).map((item) => String(item[field])), body };
}

describe.each(kinds)("the list of each $kind with changed_since", (each) => {
  const { list, put, field, newRecordId, bodyOf } = each;
  const store = async (id: string, name: string) =>
    (await callRoute(put, { params: { [field]: id }, body: bodyOf(name), as })).body;

  it("has what was created or changed since then, page by page", async () => {
    const name = `Lotus ${newId()}`;
    const ids = [newRecordId(), newRecordId(), newRecordId()];
    const early = await store(ids[0] ?? "", name);
    for (const id of ids.slice(1)) await store(id, name);
    const again = await store(ids[0] ?? "", `${name} again`);
    const since = textOf(again.updated_at);
    expect(Date.parse(since)).toBeGreaterThan(Date.parse(textOf(early.updated_at)));
    const query = { q: name, changed_since: since };
    expect((await idsOf(list, field, query)).ids).toEqual([ids[0]]);
    const all = { q: name, changed_since: textOf(early.updated_at), limit: "2" };
    const first = await idsOf(list, field, all);
    const cursor = textOf(fieldAt(first.body, "page.next_id"));
    const rest = await idsOf(list, field, { ...all, cursor });
    expect([...first.ids, ...rest.ids].toSorted()).toEqual(ids.toSorted());
  });

  it("leaves out what was stored again without a change", async () => {
    const name = `Lotus ${newId()}`;
    const id = newRecordId();
    const { updated_at } = await store(id, name);
    expect((await store(id, name)).updated_at).toBe(updated_at);
    const later = new Date(Date.parse(textOf(updated_at)) + 1).toISOString();
    expect((await idsOf(list, field, { q: name, changed_since: later })).ids).toEqual([]);
  });

  it("rejects a timestamp without a zone and says what one looks like", async () => {
    const query = { changed_since: "2026-11-21T09:30:00" };
    const { status, body } = await callRoute(list, { params: {}, query, as });
    expect([status, body.message]).toEqual([
      400,
      "changed_since: must be a timestamp like 2026-11-21T09:30:00Z",
    ]);
  });
});

describe("a person of the directory", () => {
  it("counts as changed by a field of the directory and not by a new password", async () => {
    const externalId = newExternalId();
    const where = { externalId };
    await callRoute(putUser, {
      params: { external_id: externalId },
      body: {},
      as,
    });
    const change = async (data: Prisma.UserUpdateInput) => {
      const { updatedAt } = await db().user.update({ where, data });
      return updatedAt.getTime();
    };
    const first = await change({ passwordHash: "first", email: `${externalId}@example.com` });
    expect(await change({ passwordHash: "second" })).toBe(first);
    expect(await change({ deactivatedAt: new Date() })).toBeGreaterThan(first);
  });

  it("is in no list after an erasure", async () => {
    const name = `Lotus ${newId()}`;
    const params = { external_id: newExternalId() };
    const body = { first_name: name };
    const stored = await callRoute(putUser, { params, body, as });
    await callRoute(eraseDirectoryUser, { params, query: { erase: "true" }, as });
    const query = { changed_since: textOf(stored.body.updated_at), limit: "200" };
    const { body: page } = await callRoute(listUsers, { params: {}, query, as });
    expect(JSON.stringify(page)).not.toContain(name);
    expect(JSON.stringify(page)).not.toContain(textOf(stored.body.user_id));
  });
});
