import { createPublicKey, verify } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { walkOrganizationChain } from "@/lib/audit/walk-organization-chain";
import { findAuditProblem } from "@/lib/boot/former-heads";
import { prepareData } from "@/lib/boot/prepare-data";
import { publicReceiptKeys } from "@/lib/consent/grants/receipt-keys";
import { signAsInstallation } from "@/lib/consent/grants/sign-as-installation";
import { newId } from "@/lib/kernel/crypto/ids";
import { db } from "@/lib/kernel/db/client";
import { APPLICATION_ROLE } from "@/lib/kernel/db/embedded/roles";
import { grantRights } from "@/lib/kernel/db/grant-rights";
import { migrate, migrationNames } from "@/lib/kernel/db/migrate";
import { env } from "@/lib/kernel/env";
import { mintAuditRows } from "@/test/factories/mint-audit";
import { takeEmptyDatabase } from "@/test/process/own-database";
import { asOwner, ownerDatabaseUrl } from "@/test/process/owner-database";
import { configureTestEnv } from "@/test/process/test-env";

const MIGRATIONS = "prisma/migrations";
const THIS = "20261122101000_audit_personal_values";

takeEmptyDatabase();

const [intact, changed, shortened, empty] = [newId(), newId(), newId(), newId()];
const userId = newId();

/** The migrations before personal values were set apart. */
async function formerMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-former-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of await migrationNames(MIGRATIONS)) {
    if (name < THIS) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
  }
  return folder;
}

async function addOrganization(owner: Client, id: string): Promise<void> {
  await owner.query(
    `WITH company AS (INSERT INTO companies (name) VALUES ('Acme') RETURNING id)
     INSERT INTO organizations (id, name, company_id) SELECT $1, 'Acme', id FROM company`,
    [id],
  );
}

async function addRows(owner: Client, organizationId: string): Promise<void> {
  await owner.query(
    `INSERT INTO audit_rows (organization_id, actor, action, target, after, ip_address, request_id)
     SELECT $1, 'user:' || $2, 'invitation.created', 'invitation:' || n,
       jsonb_build_object('email', 'jane@shop.example', 'role', 'admin'), '192.0.2.7', 'request'
     FROM generate_series(1, 3) AS n`,
    [organizationId, userId],
  );
}

async function tamper(owner: Client, statement: string): Promise<void> {
  await owner.query(
    `BEGIN; ALTER TABLE audit_rows DISABLE TRIGGER USER; ${statement};
     ALTER TABLE audit_rows ENABLE TRIGGER USER; COMMIT`,
  );
}

const headOf = async (owner: Client, organizationId: string) => {
  const { rows } = await owner.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM audit_heads WHERE organization_id = $1",
    [organizationId],
  );
  return rows[0]?.hash ?? "";
};

it("existing chains are migrated once, continue from their former end, and hide no earlier tampering", async () => {
  await migrate(ownerDatabaseUrl(), await formerMigrations());
  const formerHash = await asOwner(async (owner) => {
    for (const id of [intact, changed, shortened, empty]) await addOrganization(owner, id);
    for (const id of [intact, changed, shortened]) await addRows(owner, id);
    await tamper(owner, `UPDATE audit_rows SET action = 'x' WHERE organization_id = '${changed}'`);
    await tamper(
      owner,
      `DELETE FROM audit_rows WHERE organization_id = '${shortened}' AND target = 'invitation:3'`,
    );
    return headOf(owner, intact);
  });

  await migrate(ownerDatabaseUrl(), MIGRATIONS);
  await grantRights(ownerDatabaseUrl(), APPLICATION_ROLE);

  await mintAuditRows(intact, userId, [{}]);
  expect(await walkOrganizationChain(intact)).toMatchObject({
    intact: true,
    entries: 4,
    erased: 0,
    former: { entries: 3, hash: formerHash, signature: null },
  });
  const [first] = await db().auditRow.findMany({
    where: { organizationId: intact },
    orderBy: { id: "asc" },
  });
  expect(first).toMatchObject({ after: { role: "admin" }, ipAddress: null });
  expect(Buffer.from(first?.previousHash ?? []).toString("hex")).toBe(formerHash);

  for (const id of [changed, shortened]) {
    const { broken } = await walkOrganizationChain(id);
    expect(broken).toMatchObject({ kind: "changed" });
    expect(broken?.message).toContain("when the log was migrated");
  }
  expect(await walkOrganizationChain(empty)).toMatchObject({ intact: true, former: null });
});

it("every former end is signed once, with the keys that are published for receipts", async () => {
  configureTestEnv({ DEMO: "0" });
  await prepareData();
  const { former } = await walkOrganizationChain(intact);
  await prepareData();
  expect(await walkOrganizationChain(intact)).toMatchObject({ former });
  const { payload = "", protected: header = "", signature = "" } = former?.signature ?? {};
  const [jwk] = await publicReceiptKeys();
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    issuer: env().baseUrl,
    organization_id: intact,
    entries: 3,
    hash: former?.hash,
    intact: true,
  });
  const heads = await db().auditHeadSignature.findMany({ select: { payload: true } });
  const states = heads.map((head) => JSON.parse(Buffer.from(head.payload, "base64url").toString()));
  expect(states.map((state) => state.intact).toSorted()).toEqual([false, false, true]);
});

it("npm run audit:verify checks the signature on every former end", async () => {
  const verdict = await walkOrganizationChain(intact);
  const { former } = verdict;
  const other = (await walkOrganizationChain(changed)).former;
  if (!former?.signature || !other) throw new Error("the logs were not migrated");
  expect(await findAuditProblem(verdict)).toBeNull();
  const { entries, hash, signature } = former;
  const changedPayload = signature.payload.replace(/^../, (first) => `${first[1]}${first[0]}`);
  const differs = "the end of its former log differs from the one that was signed.";
  const foreign = "the end of its former log was not signed by this installation.";
  for (const [forged, problem] of [
    [{ hash: "0".repeat(64) }, differs],
    [{ entries: entries - 1 }, differs],
    [{ signature: other.signature }, differs],
    [{ signature: { ...signature, payload: changedPayload } }, foreign],
    [
      {
        signature: await signAsInstallation(
          { organization_id: intact, entries, hash },
          "latchkey-receipt+jws",
        ),
      },
      foreign,
    ],
    [
      { signature: null },
      "the end of its former log is not signed. The next start of Latchkey signs it.",
    ],
  ] as const) {
    const found = await findAuditProblem({ ...verdict, former: { ...former, ...forged } });
    expect(found).toBe(`Organization ${intact}: ${problem}`);
  }
  const broken = await walkOrganizationChain(shortened);
  expect(await findAuditProblem(broken)).toBe(broken.broken?.message);
});

it("the recorded former end cannot be replaced unnoticed", async () => {
  await asOwner((owner) =>
    owner.query("UPDATE audit_former_heads SET hash = sha256('') WHERE organization_id = $1", [
      intact,
    ]),
  );
  expect((await walkOrganizationChain(intact)).broken).toMatchObject({ kind: "unlinked" });
});
