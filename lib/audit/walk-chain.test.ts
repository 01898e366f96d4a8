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
    const verdict = await walkOrganizationChain(organizationId);
    expect(verdict).toMatchObject({ intact: true, entries: 12 });
  });

  it("verifies as intact across batches", async () => {
    await db().$executeRaw`
      INSERT INTO audit_rows (organization_id, actor, action, target, request_id)
      SELECT ${organizationId}, 'user:x', 'client.updated', 'client:' || n, 'request'
      FROM generate_series(1, 2500) AS n`;
    const verdict = await walkOrganizationChain(organizationId);
    expect(verdict).toMatchObject({ intact: true, entries: 2504 });
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

const change = (assignment: string) => `UPDATE audit_rows a SET ${assignment} WHERE id = $1`;
const REHASH = change("hash = audit_row_hash(a)");
const DELETE = "DELETE FROM audit_rows WHERE id = $1";
const SWAP = `
  UPDATE audit_rows a SET action = b.action, target = b.target, before = b.before, after = b.after
  FROM audit_rows b WHERE (a.id, b.id) IN (($1, $2), ($2, $1))`;
const APPEND_COPY = `
  INSERT INTO audit_rows
  SELECT (jsonb_populate_record(a, jsonb_build_object('id', nextval('audit_rows_id_seq')))).*
  FROM audit_rows a WHERE id = $1`;
const LINK = change("previous_hash = (SELECT hash FROM audit_rows WHERE id = $2)");
const CHANGE_PERSONAL_VALUE = `
  UPDATE audit_personal_values SET value = '192.0.2.8', salt = sha256('other')
  WHERE digest = (SELECT personal->>'ip_address' FROM audit_rows WHERE id = $1)`;

/** A statement with the positions of the rows that it is about. */
type Step = [statement: string, ...rows: number[]];

/** The kind of fault and the row that the verdict names after these steps. */
type Tampering = [kind: string, row: number | null, ...Step[]];

const TAMPERINGS: Record<string, Tampering> = {
  "in a row changed with its hash": ["unlinked", 2, [change("target = ''"), 1], [REHASH, 1]],
  "when the first row was deleted": ["unlinked", 1, [DELETE, 0]],
  "when a row in the middle was deleted": ["unlinked", 3, [DELETE, 2]],
  "when the last row was deleted": ["end_missing", 2, [DELETE, 3]],
  "when all were": ["end_missing", null, [DELETE, 0], [DELETE, 1], [DELETE, 2], [DELETE, 3]],
  "when two rows were swapped": ["changed", 0, [SWAP, 0, 2]],
  "when a row was appended": ["changed", 4, [APPEND_COPY, 0]],
  "when a row was appended with a hash that fits": [
    "end_changed",
    4,
    [APPEND_COPY, 0],
    [LINK, 4, 3],
    [REHASH, 4],
  ],
  "in a personal value, even with its salt": ["changed", 1, [CHANGE_PERSONAL_VALUE, 1]],
};

describe("tampering by someone who bypasses the triggers", () => {
  async function tamper(...steps: Step[]) {
    for (const [statement, ...rows] of steps) {
      await tamperWithAudit(statement, ...rows.map(at));
      ids = [...new Set([...ids, ...(await auditIds(organizationId))])];
    }
    const { broken, ...verdict } = await walkOrganizationChain(organizationId);
    return { ...verdict, broken, message: broken?.message ?? "" };
  }

  it.each(Object.entries(TAMPERINGS))("is detected %s", async (_what, [kind, row, ...steps]) => {
    const verdict = await tamper(...steps);
    const entry = row === null ? null : { id: String(at(row)) };
    expect(verdict).toMatchObject({ intact: false, broken: { kind, entry } });
  });

  it("is detected when the last row and its hash were changed", async () => {
    const { broken } = await tamper([change("request_id = 'other'"), 3], [REHASH, 3]);
    expect(broken).toMatchObject({ kind: "end_changed", entry: { id: String(at(3)) } });
  });

  it("is detected in a changed row, with its name, action, and timestamp", async () => {
    const verdict = await tamper([change("actor = 'user:nobody'"), 1]);
    const entry = { id: String(at(1)), actor: "user:nobody", action: "client.updated" };
    expect(verdict).toMatchObject({
      intact: false,
      entries: 1,
      broken: { kind: "changed", entry },
    });
    expect(verdict.message).toContain(organizationId);
    expect(verdict.message).toContain(`row ${at(1)} (client.updated by user:nobody, 20`);
  });

  it.each<[string, Step]>([
    ["1 row that was written after it is missing", [DELETE, 3]],
    ["changed personal value", [CHANGE_PERSONAL_VALUE, 1]],
  ])("is explained: %s", async (words, step) => {
    expect((await tamper(step)).message).toContain(words);
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

  it("is detected in both organizations when a row was moved from one to the other", async () => {
    const { organizationId: other } = await mintOrganization();
    await tamperWithAudit("UPDATE audit_rows SET organization_id = $2 WHERE id = $1", at(1), other);
    const kindIn = async (id: string) => (await walkOrganizationChain(id)).broken?.kind;
    expect([await kindIn(organizationId), await kindIn(other)]).toEqual(["unlinked", "changed"]);
  });
});
