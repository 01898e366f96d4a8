import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { newId } from "@/lib/core/crypto/ids";
import { db, transaction } from "@/lib/core/db/client";
import { ServiceError } from "@/lib/core/errors";
import { parseRecord, type RecordType } from "@/lib/platform/import/record-types";
import { storeRecords, storeRecordsIn } from "@/lib/platform/import/store-record";
import { mintCompany, mintUser } from "@/test/factories/mint";
import { newCompanyId } from "@/test/factories/new-ids";
import { fromShell, importLines, mintImportToken } from "@/test/requests/import-lines";

let token: string;
beforeAll(async () => {
  token = await mintImportToken();
});

/** Imports records together and, beforehand in a transaction that is rolled back, each alone; both must say the same. */
async function importBothWays(records: readonly object[]) {
  const parsed = records.map((record) => {
    const outcome = parseRecord({ line: 1, end: 0, text: JSON.stringify(record) }, null);
    if ("error" in outcome) throw new Error(outcome.error);
    return outcome;
  });
  class Rehearsed extends Error {}
  const alone: unknown[] = [];
  await transaction(async (tx) => {
    for (const record of parsed) {
      const single = { ...record, type: { ...record.type, storeMany: undefined } };
      alone.push(...(await storeRecordsIn(tx, fromShell)([single])));
    }
    throw new Rehearsed();
  }).catch((thrown: unknown) => {
    if (!(thrown instanceof Rehearsed)) throw thrown;
  });
  const together = await storeRecords(fromShell)(parsed);
  expect(together).toEqual(alone);
  return together.map((result) => ("status" in result ? result.status : "failed"));
}

describe("records that are stored together have the same outcomes as alone", () => {
  it("for companies that are new, unchanged, changed, closed, created here, or without a name", async () => {
    const [same, changed, closed] = [newCompanyId(), newCompanyId(), newCompanyId()];
    const { companyId: local } = await mintCompany();
    const company = (company_id: number, fields: object) => {
      return { type: "company", company_id, ...fields };
    };
    await importLines(token, [
      company(same, { name: "Same", is_sandbox: true }),
      company(changed, { name: "Before" }),
      company(closed, { name: "Closed", status: "closed" }),
    ]);
    const records = [
      company(newCompanyId(), { name: "New" }),
      company(same, { name: "Same" }),
      company(same + 1, {}),
      company(changed, { name: "After" }),
      company(closed, { name: "Open", status: "active" }),
      company(local, { name: "Adopted" }),
      company(newCompanyId(), { name: "Suspended", status: "suspended", is_sandbox: true }),
    ];
    expect(await importBothWays(records)).toEqual([
      ...["created", "unchanged", "failed", "updated"],
      ...["failed", "failed", "created"],
    ]);
    const stored = { status: "suspended", isSandbox: true, isExternal: true };
    const last = { id: records[6]?.company_id ?? 0 };
    expect(await db().company.findUniqueOrThrow({ where: last })).toMatchObject(stored);
    expect(await importBothWays(records.slice(0, 2))).toEqual(["unchanged", "unchanged"]);
  });

  it("for members that are new, unchanged, changed, local, invalid, or of a closed company", async () => {
    const open = newCompanyId();
    const closedCompanyId = newCompanyId();
    const account = await mintUser();
    const [same, changed, moved] = [newId(), newId(), newId()];
    const member = (external_id: string, fields: object, company_id = open) => {
      return { type: "company_member", company_id, external_id, ...fields };
    };
    await importLines(token, [
      { type: "company", company_id: open, name: "Open" },
      { type: "company", company_id: closedCompanyId, name: "Closed" },
      member(same, { role: "staff", email: `${same}@example.com`, last_name: "Rao" }),
      member(changed, { role: "staff", first_name: "Asha" }),
      member(moved, { role: "owner" }, closedCompanyId),
      { type: "company", company_id: closedCompanyId, status: "closed" },
    ]);
    await db().companyMember.create({
      data: { companyId: open, userId: account.userId, role: "staff" },
    });
    const fresh = newId();
    const records = [
      member(fresh, { role: "owner", email: `${fresh}@example.com`, first_name: "Mira" }),
      member(same, { role: "staff", last_name: "Rao" }),
      member(changed, { role: "admin", email: null }),
      member(moved, { role: "staff" }),
      member(newId(), { role: "staff" }, closedCompanyId),
      member(newId(), { role: "staff" }, newCompanyId()),
      member(newId(), {}),
      member(newId(), { role: "staff", email: account.email }),
      member(account.userId, { role: "staff" }),
    ];
    expect(await importBothWays(records)).toEqual([
      ...["created", "unchanged", "updated", "created"],
      ...["failed", "failed", "failed", "failed", "updated"],
    ]);
    const created = await db().companyMember.findFirstOrThrow({
      where: { companyId: open, user: { externalId: fresh } },
      include: { user: true },
    });
    expect(created).toMatchObject({ role: "owner", source: "directory" });
    expect(created.user).toMatchObject({ email: `${fresh}@example.com`, firstName: "Mira" });
    const emails = { email: `${fresh}@example.com` };
    expect(await importBothWays([member(fresh, emails), member(same, { email: null })])).toEqual([
      "unchanged",
      "updated",
    ]);
  });
});

it("when a statement for many records fails, each record is stored alone and gets its own error", async () => {
  const bad = { id: "bad" };
  const type: RecordType = {
    permission: "directory:write",
    schema: z.object({}),
    writes: [["id"]],
    reads: [],
    store: async (_, record) => {
      if (record === bad) throw new ServiceError("conflict", "This one is bad.");
      return { status: "created", entries: [] };
    },
    storeMany: async (tx) => {
      await tx.$queryRaw`SELECT 1 / 0`;
      return [];
    },
  };
  const records = [{ id: "good" }, bad, { id: "also good" }].map((record) => ({
    name: "test",
    type,
    record,
  }));
  const outcomes = [
    { status: "created" },
    { error: "This one is bad.", isCascade: false },
    { status: "created" },
  ];
  expect(await storeRecords(fromShell)(records)).toEqual(outcomes);
  expect(await transaction((tx) => storeRecordsIn(tx, fromShell)(records))).toEqual(outcomes);
});
