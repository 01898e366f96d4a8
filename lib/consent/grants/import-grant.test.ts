import { beforeEach, describe, expect, it } from "vitest";
import { importGrants } from "@/lib/consent/grants/import-grant";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import {
  mintClient,
  mintCompany,
  mintGrant,
  mintOrganization,
  mintUser,
} from "@/test/factories/mint";
import { untilBlockedByTransaction } from "@/test/process/until-blocked";
import { statusOf } from "@/test/requests/import-lines";

const SCOPES = ["company/orders/read", "company/products/read"];
const GRANTED_AT = "2020-05-01T00:00:00.000Z";
const YEARS_LATER = new Date("2022-05-01T00:00:00.000Z");

type Fields = {
  client_id?: string;
  scopes?: string[];
  granted_by?: string;
  granted_at?: string;
};

let clientId: string;
/** The company or organization. */
let subject: { company_id: number } | { organization_id: string };

const rejected = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

async function importOne(fields: Fields = {}, tx: Database = db()) {
  const record = { type: "grant" as const, client_id: clientId, scopes: SCOPES };
  const [outcome] = await importGrants(tx, [{ ...record, ...subject, ...fields }]);
  return statusOf(outcome);
}

const whereGrant = () => ({
  clientId,
  ...("company_id" in subject
    ? { companyId: subject.company_id }
    : { organizationId: subject.organization_id }),
});
const findGrant = () => db().grant.findFirst({ where: whereGrant() });

async function histories() {
  const events = await db().grantEvent.findMany({
    where: { grant: whereGrant() },
    orderBy: { id: "asc" },
  });
  return events.map(({ change, scopesBefore, scopesAfter, userId }) => [
    change,
    scopesBefore,
    scopesAfter,
    userId,
  ]);
}

async function mintPerson() {
  const { userId } = await mintUser();
  const externalId = newId();
  await db().user.update({ where: { id: userId }, data: { externalId } });
  return { userId, externalId };
}

async function expectUnchanged(attempt: () => Promise<unknown>, expected: unknown) {
  const before = [await findGrant(), await histories()];
  expect(await attempt()).toEqual(expected);
  expect([await findGrant(), await histories()]).toEqual(before);
}

describe.each(["company", "organization"] as const)("a grant of a %s", (of) => {
  beforeEach(async () => {
    const { organizationId } = await mintOrganization();
    clientId = (await mintClient(organizationId, { scopes: SCOPES })).clientId;
    subject =
      of === "company"
        ? { company_id: (await mintCompany()).companyId }
        : { organization_id: (await mintOrganization()).organizationId };
  });

  it("is stored once, with its history, beside those of other clients and subjects", async () => {
    const { organizationId } = await mintOrganization();
    const other = await mintClient(organizationId, { scopes: SCOPES });
    const { companyId } = await mintCompany();
    await mintGrant(other.clientId, companyId, SCOPES);
    await mintGrant(clientId, companyId, SCOPES);
    expect(await importOne({ client_id: other.clientId })).toBe("created");
    const { userId, externalId } = await mintPerson();
    const givenBy = { granted_by: externalId, granted_at: GRANTED_AT };
    expect(await importOne(givenBy)).toBe("created");
    const at = new Date(GRANTED_AT);
    const dates = { createdAt: at, modifiedAt: at, revokedAt: null };
    expect(await findGrant()).toMatchObject({ scopes: SCOPES, approvedBy: userId, ...dates });
    expect(await histories()).toEqual([["granted", [], SCOPES, userId]]);
    await expectUnchanged(() => importOne(givenBy), "unchanged");
    await expectUnchanged(() => importOne(), "unchanged");
  });

  it("gets the scopes of a later record, as its history and the audit log show", async () => {
    const [only = ""] = SCOPES;
    const record = { type: "grant" as const, client_id: clientId, ...subject };
    const before = { ...subject, scopes: [only] };
    const [created] = await importGrants(db(), [{ ...record, scopes: [only] }]);
    const entry = { action: "grant.created", target: `client:${clientId}`, after: before };
    expect(created).toEqual({ status: "created", entries: [entry] });
    const [updated] = await importGrants(db(), [{ ...record, scopes: SCOPES }]);
    const entries = [{ before, after: { ...subject, scopes: SCOPES } }];
    expect(updated).toMatchObject({ status: "updated", entries });
    expect(await histories()).toEqual([
      ["granted", [], [only], null],
      ["changed", [only], SCOPES, null],
    ]);
  });

  it("records who gave it, and keeps that person if a later record names no one", async () => {
    const [one, other] = [await mintPerson(), await mintPerson()];
    await importOne();
    expect(await importOne({ granted_by: one.externalId })).toBe("updated");
    expect(await findGrant()).toMatchObject({ approvedBy: one.userId });
    expect(await importOne({ granted_by: other.externalId })).toBe("updated");
    expect(await importOne({ scopes: SCOPES.slice(1) })).toBe("updated");
    expect(await findGrant()).toMatchObject({ approvedBy: other.userId });
  });

  it("stays removed unless the record says that it was given later", async () => {
    await importOne({ granted_at: GRANTED_AT });
    const data = { revokedAt: YEARS_LATER, epoch: 2 };
    await db().grant.updateMany({ where: whereGrant(), data });
    const removed = rejected("conflict", `removed here at ${YEARS_LATER.toISOString()}`);
    for (const granted_at of [undefined, GRANTED_AT, YEARS_LATER.toISOString()]) {
      await expectUnchanged(() => importOne(granted_at ? { granted_at } : {}), removed);
    }
    expect(await importOne({ granted_at: "2023-01-01T00:00:00.000Z" })).toBe("updated");
    expect(await findGrant()).toMatchObject({ revokedAt: null, scopes: SCOPES });
    const granted = ["granted", [], SCOPES, null];
    expect(await histories()).toEqual([granted, granted]);
  });

  const beyond = [...SCOPES, "company/payments/read"];
  it.each<[string, Fields, string, string]>([
    ["its client", { client_id: "nothing" }, "not_found", "no client nothing."],
    [
      "its client or scopes",
      { client_id: "nothing", scopes: [] },
      "not_found",
      "no client nothing.",
    ],
    [
      "the person who gave it",
      { granted_by: "staff-404" },
      "not_found",
      "staff-404. Import them f",
    ],
    ["a client with its scopes", { scopes: beyond }, "invalid_scope", "for company/payments/read."],
  ])("is rejected without %s", async (_what, fields, code, message) => {
    await expectUnchanged(() => importOne(fields), rejected(code, message));
  });

  it("is rejected without its subject, and after its client was deleted", async () => {
    const own = subject;
    subject = of === "company" ? { company_id: 999_999_999 } : { organization_id: newId() };
    const missing = `There is no ${of} ${Object.values(subject)[0]}.`;
    await expectUnchanged(() => importOne(), rejected("not_found", missing));
    subject = own;
    await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
    const deleted = `There is no client ${clientId}.`;
    await expectUnchanged(() => importOne(), rejected("not_found", deleted));
  });

  it.each<[string, "updated" | "unchanged", Fields, boolean]>([
    ["an equal one", "unchanged", {}, true],
    ["one with other scopes", "updated", { scopes: SCOPES.slice(1) }, false],
    ["one without the person", "updated", {}, false],
  ])("that waited for %s is %s", async (_what, expected, fields, namesPerson) => {
    const { userId, externalId } = await mintPerson();
    const by = { granted_by: externalId };
    const lateImport = await db().$transaction(async (tx) => {
      await importOne({ ...fields, ...(namesPerson && by) }, tx);
      const waiting = importOne(namesPerson ? {} : by);
      await untilBlockedByTransaction(tx);
      return { waiting };
    });
    expect(await lateImport.waiting).toBe(expected);
    expect(await importOne(by)).toBe("unchanged");
    expect(await findGrant()).toMatchObject({ scopes: SCOPES, approvedBy: userId });
    const { scopes: before = SCOPES } = fields;
    expect(await histories()).toEqual([
      ["granted", [], before, namesPerson ? userId : null],
      ...(namesPerson ? [] : [["changed", before, SCOPES, userId]]),
    ]);
  });
});

it("outcomes are in the order of the records, for companies and organizations alike", async () => {
  const { organizationId } = await mintOrganization();
  clientId = (await mintClient(organizationId, { scopes: SCOPES })).clientId;
  const [{ companyId }, { companyId: closed }] = [await mintCompany(), await mintCompany()];
  await db().company.update({ where: { id: closed }, data: { status: "closed" } });
  const record = { type: "grant" as const, client_id: clientId, scopes: SCOPES };
  const outcomes = await importGrants(db(), [
    { ...record, organization_id: organizationId },
    { ...record, company_id: closed },
    { ...record, organization_id: newId() },
    { ...record, company_id: companyId },
  ]);
  const missing = expect.objectContaining({ code: "not_found" });
  expect(outcomes.map(statusOf)).toEqual(["created", missing, missing, "created"]);
});
