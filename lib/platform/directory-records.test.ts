import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { companies } from "@/lib/platform/companies/companies";
import { companyMembers, organizationMembers } from "@/lib/platform/members/members";
import { organizations } from "@/lib/platform/organizations/organizations";
import { scopes } from "@/lib/platform/scopes/scopes";
import { users } from "@/lib/platform/users/users";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute, type RouteCall } from "@/test/requests/call-route";
import { expectAuditWords } from "@/test/requests/expect-audit-words";
import { importLines } from "@/test/requests/import-lines";
import { type Fields, fieldAt, listOf, textOf } from "@/test/requests/read-json";

type Ids = Record<string, string | number>;

/** A kind of record, by the type that an import and audit entries give it. */
type Kind = {
  resource: Record<"get" | "put" | "list", Operation>;
  /** Path parameters of a record that is new in what it belongs to. */
  newIds: () => Ids;
  /** Fields of a new record, and those of a change. */
  first: Fields;
  second: Fields;
  /** What the change replaces. */
  before: Fields;
  /** What a record cannot be created without. */
  required: string[];
  /** The text that its list searches; without one, it has no search. */
  named?: string;
  /** The status of a record after its change; it is active before. */
  later?: string;
};

const { organizationId } = await mintOrganization();
const { companyId } = await mintCompany();
const person = { first_name: "Asha", email: null };

const kinds: Record<string, Kind> = {
  company: {
    resource: companies,
    newIds: () => ({ company_id: newCompanyId() }),
    first: { name: "Blue Lotus" },
    second: { name: "Red Lotus", status: "suspended" },
    before: { name: "Blue Lotus", status: "active" },
    required: ["name"],
    named: "name",
    later: "suspended",
  },
  organization: {
    resource: organizations,
    newIds: () => ({ organization_id: `Acme_${newId()}-1` }),
    first: { name: "Acme" },
    second: { publisher_verified: true, status: "suspended" },
    before: { publisher_verified: false, status: "active" },
    required: ["name"],
    named: "name",
    later: "suspended",
  },
  user: {
    resource: users,
    newIds: () => ({ external_id: newExternalId() }),
    first: person,
    second: { last_name: "Rao", status: "deactivated" },
    before: { status: "active" },
    required: [],
    named: "first_name",
    later: "deactivated",
  },
  scope: {
    resource: scopes,
    newIds: () => ({ name: `company/${newId()}/read` }),
    first: { title: "Own", sentence: "See own.", group: "Own", access: "read" },
    second: { title: "Other", translations: { de: { title: "Eigene" }, fr: { group: "Propre" } } },
    before: { title: "Own", translations: {} },
    required: ["title", "sentence", "group", "access"],
    named: "title",
  },
  company_member: {
    resource: companyMembers,
    newIds: () => ({ company_id: companyId, external_id: newExternalId() }),
    first: { ...person, role: "staff" },
    second: { role: "admin", last_name: "Rao" },
    before: { role: "staff" },
    required: ["role"],
  },
  organization_member: {
    resource: organizationMembers,
    newIds: () => ({ organization_id: organizationId, external_id: newExternalId() }),
    first: { ...person, role: "developer" },
    second: { role: "admin", last_name: "Rao" },
    before: { role: "developer" },
    required: ["role"],
  },
};

let token: string;

beforeAll(async () => {
  token = await mintServiceToken(["platform/directory/write", "platform/scopes/write"]);
});

const call = (operation: Operation, ids: Ids, more: Partial<RouteCall> = {}) => {
  const encoded = Object.entries(ids).map(([name, value]) => [name, encodeURIComponent(value)]);
  return callRoute(operation, { as: token, ...more, params: Object.fromEntries(encoded) });
};

/** What audit entries are about. */
async function targetOf(ids: Ids): Promise<string> {
  if (typeof ids.external_id === "string") {
    const where = { externalId: ids.external_id };
    return `user:${(await db().user.findUniqueOrThrow({ where })).id}`;
  }
  const [[name = "", value] = []] = Object.entries(ids);
  return `${name === "name" ? "scope" : name.replace("_id", "")}:${value}`;
}

/** What the platform's log and those of organizations have about a record, without what differs between two records. */
async function entriesAbout(ids: Ids) {
  const target = await targetOf(ids);
  const entriesIn = async (log: null | { not: null }) => {
    const where = { target, organizationId: log };
    const rows = await db().auditRow.findMany({ where, orderBy: { id: "asc" } });
    expectAuditWords(rows);
    return rows.map(({ action, before, after, personal, actor }) => ({
      action,
      before,
      after: JSON.parse(JSON.stringify(after, withoutCompany)),
      personal: personal && Object.keys(personal),
      actor: actor.split(":")[0],
    }));
  };
  return [await entriesIn(null), await entriesIn({ not: null })];
}

const withoutCompany = (name: string, value: unknown) =>
  name === "company_id" ? undefined : value;

describe.each(Object.entries(kinds))("a record of the directory (%s)", (type, kind) => {
  const { newIds, first, second, before } = kind;
  const { put, get, list } = kind.resource;

  it("security 100: is created and changed once, and an import leaves the same audit entries", async () => {
    const sent = newIds();
    const created = await call(put, sent, { body: first });
    expect(created).toMatchObject({ status: 201, body: { ...sent, ...first } });
    const changed = await call(put, sent, { body: second });
    expect(changed).toMatchObject({ status: 200, body: { ...first, ...second } });
    const again = await call(put, sent, { body: second });
    expect([again.status, again.body]).toEqual([200, changed.body]);
    expect((await call(get, sent)).body).toEqual(changed.body);
    // Two at once, because records may be stored together.
    const imported = [newIds(), newIds()];
    for (const [fields, status] of [
      [first, "created"],
      [second, "updated"],
      [second, "unchanged"],
    ] as const) {
      const results = await importLines(
        token,
        imported.map((ids) => ({ type, ...ids, ...fields })),
      );
      expect(results).toMatchObject([{ status }, { status }]);
    }
    const expected = await entriesAbout(sent);
    const after = Object.fromEntries(Object.keys(before).map((name) => [name, second[name]]));
    const entries = [{ action: `${type}.created` }, { action: `${type}.updated`, before, after }];
    expect(expected[0]).toMatchObject(entries);
    expect(expected[1]).toMatchObject(type.startsWith("organization") ? entries : []);
    for (const ids of imported) expect(await entriesAbout(ids)).toEqual(expected);
  });

  it("is created once by many equal requests at a time, and with If-None-Match only then", async () => {
    const ids = newIds();
    const headers = { "if-none-match": "*" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call(put, ids, { body: first, ...(index % 2 === 0 && { headers }) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const [index, { status }] of answers.entries()) {
      expect(status).toBeOneOf([201, index % 2 === 0 ? 412 : 200]);
    }
    const { body } = await call(get, ids);
    const denied = await call(put, ids, { body: second, headers });
    expect([denied.status, denied.body.error]).toEqual([412, "precondition_failed"]);
    expect((await call(get, ids)).body).toEqual(body);
    expect((await entriesAbout(ids))[0]).toHaveLength(1);
    expect((await call(put, newIds(), { body: first, headers })).status).toBe(201);
  });

  it.each(kind.required)("needs %s when it is new, and is not stored without", async (field) => {
    const ids = newIds();
    const { status, body } = await call(put, ids, { body: { ...first, [field]: undefined } });
    expect([status, fieldAt(body, "errors.0.path")]).toEqual([400, field]);
    expect((await call(get, ids)).status).toBe(404);
    if (ids.external_id) expect((await call(users.get, ids)).status).toBe(404);
  });

  if (!kind.named) return;
  const namedAs = (name: string) => ({ body: { ...first, [kind.named ?? ""]: name } });
  const idsFor = async (query: Record<string, string>) => {
    const { body } = await call(list, {}, { query });
    return listOf(body.items).map((item) => item[Object.keys(newIds())[0] ?? ""]);
  };

  it("is found by its text, in capitals too, by its id, and by its status", async () => {
    const [ids, mark] = [newIds(), newId()];
    const [id] = Object.values(ids);
    await call(put, ids, namedAs(`100%_found ${mark}`));
    expect(await idsFor({ q: `0%_FOUND ${mark}` })).toEqual([id]);
    expect(await idsFor({ q: String(id) })).toEqual([id]);
    if (!kind.later) return;
    expect(await idsFor({ q: mark, status: "active" })).toEqual([id]);
    expect(await idsFor({ q: mark, status: kind.later })).toEqual([]);
    await call(put, ids, { body: { status: kind.later } });
    expect(await idsFor({ q: mark, status: kind.later })).toEqual([id]);
  });

  if (!kind.later) return;

  it("is listed as changed since then if it was, page by page", async () => {
    const mark = newId();
    const all = [newIds(), newIds(), newIds()];
    const stored = [];
    for (const ids of all) stored.push(await call(put, ids, namedAs(mark)));
    const [first, ...others] = stored.map(({ body }) => textOf(body.updated_at));
    const [changedId, ...otherIds] = all.flatMap((ids) => Object.values(ids));
    const again = (name: string) => call(put, all[0] ?? {}, namedAs(name));
    expect((await again(mark)).body.updated_at).toBe(first);
    const later = new Date(Date.parse(others.at(-1) ?? "") + 1).toISOString();
    expect(await idsFor({ q: mark, changed_since: later })).toEqual([]);
    const { body } = await again(`${mark} again`);
    expect(await idsFor({ q: mark, changed_since: textOf(body.updated_at) })).toEqual([changedId]);
    const query = { q: mark, changed_since: first ?? "", limit: "2" };
    const page = await call(list, {}, { query });
    const cursor = textOf(fieldAt(page.body, "page.next_id"));
    const listed = [...(await idsFor(query)), ...(await idsFor({ ...query, cursor }))];
    expect(listed.toSorted()).toEqual([changedId, ...otherIds].toSorted());
  });

  it("is listed by a timestamp with a zone only, and the error says so", async () => {
    const answer = await call(list, {}, { query: { changed_since: "2026-11-21T09:30:00" } });
    const message = "changed_since: must be a timestamp like 2026-11-21T09:30:00Z";
    expect([answer.status, answer.body.message]).toEqual([400, message]);
  });
});

it("an audit entry of a change by an operator names them", async () => {
  const as = await mintOperator();
  const ids = { company_id: newCompanyId() };
  await call(companies.put, ids, { body: { name: "Blue Lotus" }, as });
  const where = { organizationId: null, target: `company:${ids.company_id}` };
  expect(await db().auditRow.findMany({ where })).toMatchObject([
    { action: "company.created", actor: `operator:${as.userId}`, before: null },
  ]);
});
