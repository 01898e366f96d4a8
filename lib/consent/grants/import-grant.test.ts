import { beforeEach, describe, expect, it } from "vitest";
import { importGrants } from "@/lib/consent/grants/import-grant";
import { newId } from "@/lib/core/crypto/ids";
import { type Database, db } from "@/lib/core/db/client";
import {
  mintClient,
  mintCompany,
  mintCompanyMember,
  mintGrant,
  mintOrganization,
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
  const { companyId } = await mintCompany();
  const { userId } = await mintCompanyMember(companyId, "staff");
  const externalId = newId();
  await db().user.update({ where: { id: userId }, data: { externalId } });
  return { userId, externalId };
}

async function expectUnchanged(attempt: () => Promise<unknown>, expected: unknown) {
  const before = [await findGrant(), await histories()];
  expect(await attempt()).toEqual(expected);
  expect([await findGrant(), await histories()]).toEqual(before);
}

const revoke = () =>
  db().grant.updateMany({ where: whereGrant(), data: { revokedAt: YEARS_LATER, epoch: 2 } });

describe.each(["company", "organization"] as const)("a grant of a %s", (of) => {
  beforeEach(async () => {
    const { organizationId } = await mintOrganization();
    clientId = (await mintClient(organizationId, { scopes: SCOPES })).clientId;
    subject =
      of === "company"
        ? { company_id: (await mintCompany()).companyId }
        : { organization_id: (await mintOrganization()).organizationId };
  });

  it("is stored with its history", async () => {
    const { userId, externalId } = await mintPerson();
    const givenBy = { granted_by: externalId, granted_at: GRANTED_AT };
    expect(await importOne(givenBy)).toBe("created");
    expect(await findGrant()).toMatchObject({
      scopes: SCOPES,
      approvedBy: userId,
      createdAt: new Date(GRANTED_AT),
      modifiedAt: new Date(GRANTED_AT),
      revokedAt: null,
    });
    expect(await histories()).toEqual([["granted", [], SCOPES, userId]]);
    await expectUnchanged(() => importOne(givenBy), "unchanged");
    await expectUnchanged(() => importOne(), "unchanged");
  });

  it("is stored beside those of other clients and subjects", async () => {
    const otherClient = await mintClient((await mintOrganization()).organizationId, {
      scopes: SCOPES,
    });
    const { companyId } = await mintCompany();
    await mintGrant(otherClient.clientId, companyId, SCOPES);
    await mintGrant(clientId, companyId, SCOPES);
    expect(await importOne()).toBe("created");
    expect(await importOne({ client_id: otherClient.clientId })).toBe("created");
    expect(await histories()).toEqual([["granted", [], SCOPES, null]]);
  });

  it("is in the audit log with its scopes, and those before a change", async () => {
    const [only = ""] = SCOPES;
    const record = { type: "grant" as const, client_id: clientId, ...subject };
    const target = `client:${clientId}`;
    const [created] = await importGrants(db(), [{ ...record, scopes: [only] }]);
    expect(created).toEqual({
      status: "created",
      entries: [{ action: "grant.created", target, after: { ...subject, scopes: [only] } }],
    });
    const [updated] = await importGrants(db(), [{ ...record, scopes: SCOPES }]);
    expect(updated).toMatchObject({
      entries: [{ before: { ...subject, scopes: [only] }, after: { ...subject, scopes: SCOPES } }],
    });
  });

  it("gets the scopes of a later record, which its history shows", async () => {
    const [only = ""] = SCOPES;
    await importOne({ scopes: [only] });
    expect(await importOne()).toBe("updated");
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
    await revoke();
    const removed = rejected("conflict", `removed here at ${YEARS_LATER.toISOString()}`);
    for (const granted_at of [undefined, GRANTED_AT, YEARS_LATER.toISOString()]) {
      await expectUnchanged(() => importOne(granted_at ? { granted_at } : {}), removed);
    }
    expect(await importOne({ granted_at: "2023-01-01T00:00:00.000Z" })).toBe("updated");
    expect(await findGrant()).toMatchObject({ revokedAt: null, scopes: SCOPES });
    expect(await histories()).toEqual([
      ["granted", [], SCOPES, null],
      ["granted", [], SCOPES, null],
    ]);
  });

  it("is rejected without its client, or after the client was deleted", async () => {
    for (const scopes of [SCOPES, []]) {
      const attempt = () => importOne({ client_id: "nothing", scopes });
      await expectUnchanged(attempt, rejected("not_found", "There is no client nothing."));
    }
    await db().client.update({ where: { clientId }, data: { deletedAt: new Date() } });
    const missing = rejected("not_found", `There is no client ${clientId}.`);
    await expectUnchanged(() => importOne(), missing);
  });

  it("is rejected without its subject", async () => {
    subject = of === "company" ? { company_id: 999_999_999 } : { organization_id: newId() };
    const missing = rejected("not_found", `There is no ${of} ${Object.values(subject)[0]}.`);
    await expectUnchanged(() => importOne(), missing);
  });

  it("is rejected without the person who gave it", async () => {
    const message = "There is no person with the external_id staff-404. Import them first.";
    const attempt = () => importOne({ granted_by: "staff-404" });
    await expectUnchanged(attempt, rejected("not_found", message));
  });

  it("is rejected with scopes that its client is not registered for", async () => {
    const beyond = rejected("invalid_scope", "not registered for company/payments/read.");
    const scopes = [...SCOPES, "company/payments/read"];
    await expectUnchanged(() => importOne({ scopes }), beyond);
  });

  async function importDuring(first: Fields, second: Fields) {
    const lateImport = await db().$transaction(async (tx) => {
      await importOne(first, tx);
      const waiting = importOne(second);
      await untilBlockedByTransaction(tx);
      return { waiting };
    });
    return await lateImport.waiting;
  }

  it("is unchanged by an import that waited for an equal one, or one without the person", async () => {
    const { userId, externalId } = await mintPerson();
    const by = { granted_by: externalId };
    expect(await importDuring(by, {})).toBe("unchanged");
    expect(await importOne(by)).toBe("unchanged");
    expect(await histories()).toEqual([["granted", [], SCOPES, userId]]);
  });

  it.each<[string, Fields]>([
    ["other scopes", { scopes: SCOPES.slice(1) }],
    ["no one who gave it", {}],
  ])("is updated by an import that waited for one with %s", async (_what, first) => {
    const { userId, externalId } = await mintPerson();
    expect(await importDuring(first, { granted_by: externalId })).toBe("updated");
    expect(await findGrant()).toMatchObject({ scopes: SCOPES, approvedBy: userId });
    const { scopes: before = SCOPES } = first;
    expect(await histories()).toEqual([
      ["granted", [], before, null],
      ["changed", before, SCOPES, userId],
    ]);
  });
});

it("a closed company's grant is rejected", async () => {
  const { organizationId } = await mintOrganization();
  clientId = (await mintClient(organizationId, { scopes: SCOPES })).clientId;
  const { companyId } = await mintCompany();
  subject = { company_id: companyId };
  await db().company.update({ where: { id: companyId }, data: { status: "closed" } });
  await expectUnchanged(() => importOne(), rejected("not_found", `no company ${companyId}.`));
});

it("outcomes are in the order of the records, for companies and organizations alike", async () => {
  const { organizationId } = await mintOrganization();
  clientId = (await mintClient(organizationId, { scopes: SCOPES })).clientId;
  const { companyId } = await mintCompany();
  const record = { type: "grant" as const, client_id: clientId, scopes: SCOPES };
  const outcomes = await importGrants(db(), [
    { ...record, organization_id: organizationId },
    { ...record, company_id: 999_999_999 },
    { ...record, organization_id: newId() },
    { ...record, company_id: companyId },
  ]);
  const missing = expect.objectContaining({ code: "not_found" });
  expect(outcomes.map(statusOf)).toEqual(["created", missing, missing, "created"]);
});
