import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { db } from "@/lib/core/db/client";
import type { Operation } from "@/lib/operation/operation";
import { putCompany } from "@/lib/platform/companies/put-company";
import { putCompanyMember, putOrganizationMember } from "@/lib/platform/members/put-member";
import { putOrganization } from "@/lib/platform/organizations/put-organization";
import { putScope } from "@/lib/platform/scopes/put-scope";
import { putUser } from "@/lib/platform/users/put-user";
import { mintCompany, mintOrganization } from "@/test/factories/mint";
import { mintServiceToken } from "@/test/factories/mint-platform";
import { newCompanyId, newExternalId } from "@/test/factories/new-ids";
import { callRoute } from "@/test/requests/call-route";
import { importLines } from "@/test/requests/import-lines";

const random = () => randomBytes(12).toString("hex");
const mintToken = () =>
  mintServiceToken(["platform/clients/write", "platform/directory/write", "platform/scopes/write"]);

/** Path parameters of a record that is new in what it belongs to, and its fields before and after a change. */
type Kind = {
  operation: Operation;
  mint: () => { [name: string]: string | number };
  first: object;
  second: object;
};

const { organizationId } = await mintOrganization();
const { companyId } = await mintCompany();
const texts = { title: "Own", sentence: "See own.", group: "Own", access: "read" };
const person = { first_name: "Asha", email: null };

const kinds: [string, Kind][] = [
  [
    "company",
    {
      operation: putCompany,
      mint: () => ({ company_id: newCompanyId() }),
      first: { name: "Blue Lotus" },
      second: { name: "Red Lotus", status: "suspended" },
    },
  ],
  [
    "user",
    {
      operation: putUser,
      mint: () => ({ external_id: newExternalId() }),
      first: person,
      second: { status: "deactivated" },
    },
  ],
  [
    "organization",
    {
      operation: putOrganization,
      mint: () => ({ organization_id: newId() }),
      first: { name: "Acme", company_id: newCompanyId() },
      second: { name: "Other" },
    },
  ],
  [
    "scope",
    {
      operation: putScope,
      mint: () => ({ name: `company/${random()}/read` }),
      first: texts,
      second: { title: "Other" },
    },
  ],
  [
    "company_member",
    {
      operation: putCompanyMember,
      mint: () => ({ company_id: companyId, external_id: newExternalId() }),
      first: { ...person, role: "staff" },
      second: { role: "admin", last_name: "Rao" },
    },
  ],
  [
    "organization_member",
    {
      operation: putOrganizationMember,
      mint: () => ({ organization_id: organizationId, external_id: newExternalId() }),
      first: { ...person, role: "developer" },
      second: { role: "admin", last_name: "Rao" },
    },
  ],
];

/** What both logs have about records, without what differs between two of them. */
async function entriesAbout(ids: { [name: string]: string | number }) {
  const { external_id: externalId } = ids;
  const user =
    typeof externalId === "string"
      ? await db().user.findUniqueOrThrow({ where: { externalId } })
      : null;
  const target = user
    ? `user:${user.id}`
    : `${Object.keys(ids)[0]?.replace("_id", "").replace("name", "scope")}:${Object.values(ids)[0]}`;
  const rowsOf = (organizationId: null | { not: null }) =>
    db().auditRow.findMany({ where: { target, organizationId }, orderBy: { id: "asc" } });
  const logs = [await rowsOf(null), await rowsOf({ not: null })];
  return logs.map((rows) =>
    rows.map(({ action, before, after, personal, actor }) => ({
      action,
      before,
      after: withoutIds(after),
      personal: personal && Object.keys(personal),
      actor: actor.split(":")[0],
    })),
  );
}

function withoutIds(after: unknown): unknown {
  return after && { ...after, company_id: undefined };
}

describe("security 100: each changed record of an import", () => {
  it.each(kinds)("has the audit entries of its PUT: %s", async (type, kind) => {
    const { operation, mint, first, second } = kind;
    const token = await mintToken();
    const sent = mint();
    for (const body of [first, second, second]) {
      const params = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, encodeURIComponent(value)]),
      );
      const { status } = await callRoute(operation, { params, body, as: token });
      expect(status).toBeLessThan(300);
    }
    // Two at once, because records may be stored together.
    const imported = [mint(), mint()];
    const change = type === "organization" ? { ...first, company_id: undefined } : first;
    for (const fields of [change, second, second]) {
      await importLines(
        token,
        imported.map((ids) => ({ type, ...ids, ...fields })),
      );
    }
    const expected = await entriesAbout(sent);
    expect(expected[0]).toHaveLength(2);
    for (const ids of imported) expect(await entriesAbout(ids)).toEqual(expected);
  });

  it("is in the logs of the platform and the organization if it is a client, with its new secrets", async () => {
    const token = await mintToken();
    const { organizationId: organization_id } = await mintOrganization();
    const record = { type: "client", client_id: `legacy_${random()}`, organization_id };
    const redirect_urls = ["https://shipfast.example.com/auth"];
    await importLines(token, [
      { ...record, name: "Shipfast", secret: random() },
      { ...record, redirect_urls, secret: random() },
      { ...record, redirect_urls },
    ]);
    const rows = await db().auditRow.findMany({
      where: { organizationId: organization_id },
      orderBy: { id: "asc" },
    });
    const before = { redirect_urls: [] };
    expect(rows).toMatchObject([
      { action: "client.created", after: { name: "Shipfast", listing: "listed" } },
      { action: "secret.created", after: { client_id: record.client_id } },
      { action: "client.updated", before, after: { redirect_urls } },
    ]);
    const summary = await db().auditRow.findMany({
      where: {
        organizationId: null,
        requestId: rows[0]?.requestId ?? "",
        actor: rows[0]?.actor ?? "",
      },
      orderBy: { id: "asc" },
    });
    expect(summary.map(({ action, target }) => [action, target])).toEqual([
      ...rows.map(({ action, target }) => [action, target]),
      ["directory.imported", `import:${rows[0]?.requestId}`],
    ]);
  });

  it("is in the platform's log if it is a grant or a token, without the token", async () => {
    const token = await mintToken();
    const { organizationId: organization_id } = await mintOrganization();
    const { companyId: company_id } = await mintCompany();
    const client_id = `legacy_${random()}`;
    const scopes = ["company/orders/read", "company/products/read"];
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const [refresh, access] = [random(), random()];
    const subject = { client_id, company_id };
    const some = scopes.slice(1);
    await importLines(token, [
      { type: "client", client_id, organization_id, name: "Own", secret: random(), scopes },
      { type: "grant", ...subject, scopes: some },
      { type: "grant", ...subject, scopes },
      { type: "refresh_token", ...subject, token: refresh, scopes, expires_at },
      { type: "access_token", ...subject, token: access, scopes, expires_at },
    ]);
    const rows = await db().auditRow.findMany({
      where: { organizationId: null, target: `client:${client_id}` },
      orderBy: { id: "asc" },
    });
    expect(rows.slice(1)).toMatchObject([
      { action: "grant.created", after: { company_id, scopes: some } },
      { action: "grant.updated", before: { scopes: some }, after: { company_id, scopes } },
      { action: "refresh_token.created", after: { company_id, scopes, expires_at } },
      { action: "access_token.created", after: { company_id, scopes, expires_at } },
    ]);
    expect(JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? 0 : value))).not.toMatch(
      new RegExp(`${refresh}|${access}`),
    );
  });
});

describe("security 99: clients/write alone", () => {
  const permission = ["organization/clients/read", "organization/clients/secrets"];

  it("cannot import a scope with a permission", async () => {
    const clientsOnly = await mintServiceToken(["platform/clients/write"]);
    const { organizationId: organization_id } = await mintOrganization();
    const client_id = `legacy_${random()}`;
    const client = { type: "client", client_id, organization_id, name: "Sleeper" };
    const scopes = permission;
    const grantFields = { client_id, organization_id, scopes };
    const token = { token: random(), expires_at: new Date(Date.now() + 3_600_000).toISOString() };
    const lines = [
      { ...client, secret: random(), scopes },
      { type: "grant", ...grantFields },
      { type: "refresh_token", ...grantFields, ...token },
      { type: "access_token", ...grantFields, ...token },
    ];
    const results = await importLines(clientsOnly, lines);
    for (const { error } of results) expect(error).toContain("platform/directory/write, too");
    expect(await db().client.count({ where: { clientId: client_id } })).toBe(0);
    const full = await importLines(await mintToken(), lines.slice(0, 3));
    expect(full.map(({ status }) => status)).toEqual(["created", "created", "created"]);
  });

  it("cannot change a client that has such scopes, not even its redirect URLs or secrets", async () => {
    const clientsOnly = await mintServiceToken(["platform/clients/write"]);
    const { organizationId: organization_id } = await mintOrganization();
    const record = { type: "client", client_id: `legacy_${random()}`, organization_id };
    await importLines(await mintToken(), [
      { ...record, name: "Manager", secret: random(), scopes: permission },
    ]);
    const read = () =>
      db().client.findUniqueOrThrow({
        where: { clientId: record.client_id },
        include: { secrets: true },
      });
    const before = await read();
    const results = await importLines(clientsOnly, [
      { ...record, secret: random() },
      { ...record, redirect_urls: ["https://evil.example/auth"] },
      { ...record, scopes: [], secret: random() },
      { ...record, name: "Manager" },
    ]);
    const failed = { status: "failed", error: expect.stringContaining("platform/directory/write") };
    expect(results).toMatchObject([failed, failed, failed, { status: "unchanged" }]);
    expect(await read()).toEqual(before);
  });
});
