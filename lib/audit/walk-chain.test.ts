import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { walkOrganizationChain } from "@/lib/audit/walk-chain";
import { db } from "@/lib/core/db/client";
import { mintOrganization } from "@/test/factories/mint";
import { anyHash, auditIds, mintAuditRows, tamperWithAudit } from "@/test/factories/mint-audit";

const CHANGES = [
  { action: "client.created", after: { name: "Shipfast" } },
  { action: "client.updated", before: { name: "Shipfast" }, after: { name: "Slowship" } },
  { action: "secret.created", target: "secret:1", after: { name: "second" } },
  { action: "client.deleted", before: { name: "Slowship" } },
] as const;

let organizationId: string;
let userId: string;
let ids: bigint[];

beforeEach(async () => {
  const organization = await mintOrganization();
  organizationId = organization.organizationId;
  userId = organization.owner.userId;
  await mintAuditRows(organizationId, userId, CHANGES);
  ids = await auditIds(organizationId);
});

function at(position: number): bigint {
  const id = ids.at(position);
  if (id === undefined) throw new Error(`There is no row at ${position}`);
  return id;
}

describe("a chain of audit rows", () => {
  it("verifies as intact when unchanged and reports its last hash", async () => {
    const verdict = await walkOrganizationChain(organizationId);
    expect(verdict).toMatchObject({ intact: true, entries: 4, broken: null });
    expect(verdict.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("verifies as intact when empty", async () => {
    const empty = await mintOrganization();
    expect(await walkOrganizationChain(empty.organizationId)).toMatchObject({
      intact: true,
      entries: 0,
      hash: null,
    });
  });

  it("verifies as intact while rows are being added", async () => {
    const writing = Promise.all(
      CHANGES.flatMap((change) => [
        mintAuditRows(organizationId, userId, [change]),
        mintAuditRows(organizationId, userId, [change]),
      ]),
    );
    const verdicts = await Promise.all(CHANGES.map(() => walkOrganizationChain(organizationId)));
    expect(verdicts.map(({ intact }) => intact)).toEqual([true, true, true, true]);
    await writing;
    expect(await walkOrganizationChain(organizationId)).toMatchObject({
      intact: true,
      entries: 12,
    });
  });

  it("verifies as intact across batches", async () => {
    await db().$executeRaw`
      INSERT INTO audit_rows (organization_id, actor, action, target, request_id)
      SELECT ${organizationId}, 'user:x', 'client.updated', 'client:' || n, 'request'
      FROM generate_series(1, 2500) AS n`;
    expect(await walkOrganizationChain(organizationId)).toMatchObject({
      intact: true,
      entries: 2504,
    });
  });
});

describe("personal values", () => {
  const PERSON = { email: "jane@shop.example", role: "admin" };

  it("are stored apart with a salt, and the row keeps only their digests", async () => {
    const target = `user:${userId}`;
    await mintAuditRows(organizationId, userId, [{ target, before: {}, after: PERSON }]);
    const [id = 0n] = (await auditIds(organizationId)).slice(-1);
    const row = await db().auditRow.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ before: {}, after: { role: "admin" }, ipAddress: null });
    const places = Object.entries(row.personal ?? {}).toSorted();
    expect(places.map(([place]) => place)).toEqual(["after.email", "ip_address"]);
    const digests = places.map(([, digest]) => digest);
    const values = await db().auditPersonalValue.findMany({ where: { digest: { in: digests } } });
    expect(values.map(({ value, userId: of }) => [value, of]).toSorted()).toEqual([
      ["192.0.2.7", userId],
      ["jane@shop.example", userId],
    ]);
    for (const { digest, salt, value } of values) {
      expect(createHash("sha256").update(salt).update(value).digest("hex")).toBe(digest);
    }
  });

  it("may be erased, and the chain stays intact and counts them", async () => {
    const target = "invitation:1";
    await mintAuditRows(organizationId, userId, [{ target, after: PERSON }]);
    const { hash } = await walkOrganizationChain(organizationId);
    await db().auditPersonalValue.deleteMany({ where: { value: PERSON.email } });
    const verdict = await walkOrganizationChain(organizationId);
    expect(verdict).toMatchObject({ intact: true, entries: 5, erased: 1, hash });
  });
});

describe("tampering by someone who bypasses the triggers", () => {
  it("is detected in a changed row, with its name, action, and timestamp", async () => {
    await tamperWithAudit(`UPDATE audit_rows SET actor = 'user:nobody' WHERE id = $1`, at(1));
    const { intact, entries, broken } = await walkOrganizationChain(organizationId);
    expect({ intact, entries }).toEqual({ intact: false, entries: 1 });
    expect(broken).toMatchObject({
      kind: "changed",
      entry: { id: String(at(1)), actor: "user:nobody", action: "client.updated" },
    });
    expect(broken?.message).toContain(organizationId);
    expect(broken?.message).toContain(`row ${at(1)} (client.updated by user:nobody, 20`);
  });

  it("is detected in a row changed together with its hash", async () => {
    await tamperWithAudit(`UPDATE audit_rows SET target = 'client:other' WHERE id = $1`, at(1));
    await tamperWithAudit(`UPDATE audit_rows a SET hash = audit_row_hash(a) WHERE id = $1`, at(1));
    const { broken } = await walkOrganizationChain(organizationId);
    expect(broken).toMatchObject({ kind: "unlinked", entry: { id: String(at(2)) } });
  });

  it.each([0, 1, 2])("is detected when row %i was deleted", async (position) => {
    await tamperWithAudit(`DELETE FROM audit_rows WHERE id = $1`, at(position));
    const { broken } = await walkOrganizationChain(organizationId);
    expect(broken).toMatchObject({ kind: "unlinked", entry: { id: String(at(position + 1)) } });
  });

  it("is detected when the last row was deleted, and when all were", async () => {
    await tamperWithAudit(`DELETE FROM audit_rows WHERE id = $1`, at(3));
    const last = await walkOrganizationChain(organizationId);
    expect(last.broken).toMatchObject({ kind: "end_missing", entry: { id: String(at(2)) } });
    expect(last.broken?.message).toContain("1 row that was written after it is missing");
    await tamperWithAudit(`DELETE FROM audit_rows WHERE organization_id = $1`, organizationId);
    const all = await walkOrganizationChain(organizationId);
    expect(all).toMatchObject({ intact: false, broken: { kind: "end_missing", entry: null } });
  });

  it("is detected when the last row and its hash were changed", async () => {
    await tamperWithAudit(`UPDATE audit_rows SET request_id = 'other' WHERE id = $1`, at(3));
    await tamperWithAudit(`UPDATE audit_rows a SET hash = audit_row_hash(a) WHERE id = $1`, at(3));
    const { broken } = await walkOrganizationChain(organizationId);
    expect(broken).toMatchObject({ kind: "end_changed", entry: { id: String(at(3)) } });
  });

  it("is detected when two rows were swapped", async () => {
    await tamperWithAudit(
      `UPDATE audit_rows a SET action = b.action, target = b.target, before = b.before, after = b.after
       FROM audit_rows b WHERE (a.id, b.id) IN (($1, $2), ($2, $1))`,
      at(0),
      at(2),
    );
    const { broken } = await walkOrganizationChain(organizationId);
    expect(broken).toMatchObject({ kind: "changed", entry: { id: String(at(0)) } });
  });

  it("is detected when a row was inserted in the middle or at the end", async () => {
    const copyTo = (place: string) =>
      tamperWithAudit(
        `INSERT INTO audit_rows SELECT (jsonb_populate_record(a, jsonb_build_object('id', ${place}))).*
         FROM audit_rows a WHERE id = $1`,
        at(0),
      );
    await copyTo("nextval('audit_rows_id_seq')");
    const end = await walkOrganizationChain(organizationId);
    expect(end).toMatchObject({ intact: false, entries: 4 });
    expect(end.broken?.kind).toBe("changed");
    const forged = BigInt(end.broken?.entry?.id ?? 0);
    await tamperWithAudit(
      `UPDATE audit_rows a SET previous_hash = (SELECT hash FROM audit_rows WHERE id = $2) WHERE id = $1`,
      forged,
      at(3),
    );
    await tamperWithAudit(`UPDATE audit_rows a SET hash = audit_row_hash(a) WHERE id = $1`, forged);
    expect((await walkOrganizationChain(organizationId)).broken).toMatchObject({
      kind: "end_changed",
      entry: { id: String(forged) },
    });
  });

  it("is detected in any field of any row", async () => {
    const newValues: Record<string, string> = {
      id: `nextval('audit_rows_id_seq')`,
      actor: `actor || ' '`,
      action: `upper(action)`,
      target: `'client:' || target`,
      before: `CASE WHEN before IS NULL THEN '{}'::jsonb ELSE before || '{"name": "x"}' END`,
      after: `CASE WHEN after IS NULL THEN '{}'::jsonb ELSE NULL END`,
      ip_address: `'192.0.2.8'`,
      personal: `personal || '{"ip_address": "${anyHash()}"}'`,
      request_id: `reverse(request_id) || '0'`,
      created_at: `created_at + interval '1 millisecond'`,
      previous_hash: `decode('${anyHash()}', 'hex')`,
      hash: `decode('${anyHash()}', 'hex')`,
    };
    const anyChange = fc.record({
      action: fc.constantFrom("client.created", "secret.revealed", "member.invited"),
      target: fc.string({ minLength: 1, maxLength: 30, unit: "grapheme-ascii" }),
      before: fc.option(fc.dictionary(fc.string({ unit: "grapheme-ascii" }), fc.integer()), {
        nil: undefined,
      }),
      after: fc.option(fc.constant({ name: "ünï¢ode", list: ["a", null, 1.5] }), {
        nil: undefined,
      }),
    });
    const anyTampering = fc.record({
      changes: fc.array(anyChange, { minLength: 1, maxLength: 5 }),
      position: fc.nat(),
      field: fc.constantFrom(...Object.keys(newValues)),
    });
    await fc.assert(
      fc.asyncProperty(anyTampering, async ({ changes, position, field }) => {
        const chain = await mintOrganization();
        await mintAuditRows(chain.organizationId, userId, changes);
        expect((await walkOrganizationChain(chain.organizationId)).intact).toBe(true);
        const chainIds = await auditIds(chain.organizationId);
        const row = chainIds[position % chainIds.length];
        await tamperWithAudit(
          `UPDATE audit_rows SET ${field} = ${newValues[field]} WHERE id = $1`,
          row,
        );
        expect((await walkOrganizationChain(chain.organizationId)).intact).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("is detected in a personal value, even if its salt was changed as well", async () => {
    const value = `digest = (SELECT personal->>'ip_address' FROM audit_rows WHERE id = $1)`;
    await tamperWithAudit(
      `UPDATE audit_personal_values SET value = '192.0.2.8', salt = sha256('other') WHERE ${value}`,
      at(1),
    );
    const { broken } = await walkOrganizationChain(organizationId);
    expect(broken).toMatchObject({ kind: "changed", entry: { id: String(at(1)) } });
    expect(broken?.message).toContain("changed personal value");
  });

  it("is detected in both organizations when a row was moved from one to the other", async () => {
    const otherOrganization = await mintOrganization();
    await tamperWithAudit(
      `UPDATE audit_rows SET organization_id = $2 WHERE id = $1`,
      at(1),
      otherOrganization.organizationId,
    );
    expect((await walkOrganizationChain(organizationId)).broken?.kind).toBe("unlinked");
    expect((await walkOrganizationChain(otherOrganization.organizationId)).broken?.kind).toBe(
      "changed",
    );
  });
});
