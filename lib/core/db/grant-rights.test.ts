import { beforeAll, describe, expect, it } from "vitest";
import { walkOrganizationChain } from "@/lib/audit/walk-chain";
import { APPLICATION_ROLE, OWNER_ROLE } from "@/lib/core/db/embedded/cluster";
import { isAuditInReach, serviceRole } from "@/lib/core/db/grant-rights";
import { migrate } from "@/lib/core/db/migrate";
import { pool } from "@/lib/core/db/pool";
import { mintOrganization, mintUser } from "@/test/factories/mint";
import { auditIds, mintAuditRows } from "@/test/factories/mint-audit";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner, ownerDatabaseUrl } from "@/test/process/owner-database";

// These tests change rights, which would disturb others.
takeOwnDatabase();

let organizationId: string;

beforeAll(async () => {
  ({ organizationId } = await mintOrganization());
  const { userId } = await mintUser();
  await mintAuditRows(organizationId, userId, [{}, {}]);
});

describe("the service's role", () => {
  it("owns nothing and has no special attributes", async () => {
    expect(await serviceRole()).toBe(APPLICATION_ROLE);
    const { rows } = await pool().query(
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS special,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS roles
       FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ special: false, owned: 0, roles: 0 }]);
    expect(await isAuditInReach()).toBe(false);
  });

  it("adds audit rows, and the database keeps their chain intact", async () => {
    expect(await auditIds(organizationId)).toHaveLength(2);
    expect(await walkOrganizationChain(organizationId)).toMatchObject({ intact: true, entries: 2 });
  });

  it.each([
    "UPDATE audit_rows SET actor = 'user:nobody'",
    "DELETE FROM audit_rows",
    "TRUNCATE audit_rows",
    "SELECT 1 FROM audit_rows FOR UPDATE",
    "INSERT INTO audit_rows (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET actor = ''",
    "ALTER TABLE audit_rows DISABLE TRIGGER USER",
    "ALTER TABLE audit_rows DISABLE TRIGGER audit_rows_append_only",
    "DROP TRIGGER audit_rows_append_only ON audit_rows",
    "CREATE TRIGGER ours BEFORE INSERT ON audit_rows EXECUTE FUNCTION refuse_change()",
    "ALTER TABLE audit_rows RENAME TO gone",
    "DROP TABLE audit_rows",
    "ALTER SEQUENCE audit_rows_id_seq RESTART",
    "SELECT setval('audit_rows_id_seq', 1)",
    "INSERT INTO audit_heads VALUES (gen_random_uuid(), 0, '')",
    "UPDATE audit_heads SET rows = 0",
    "DELETE FROM audit_heads",
    "TRUNCATE audit_heads",
    "CREATE OR REPLACE FUNCTION audit_row_hash(audit_rows) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'",
    "INSERT INTO audit_personal_values VALUES (repeat('0', 64), NULL, sha256(''), 'x')",
    "UPDATE audit_personal_values SET value = 'x'",
    "TRUNCATE audit_personal_values",
    "SELECT audit_store_personal(NULL, 'x')",
    "DROP FUNCTION refuse_change() CASCADE",
    "CREATE TEMP TABLE ours (LIKE audit_rows); CREATE TRIGGER heads BEFORE INSERT ON ours FOR EACH ROW EXECUTE FUNCTION audit_rows_chain()",
    "SET session_replication_role = replica",
    `SET ROLE ${OWNER_ROLE}`,
    "UPDATE grant_events SET hash = ''",
    "DELETE FROM grant_events",
    "UPDATE _prisma_migrations SET checksum = ''",
  ])("may not run: %s", async (statement) => {
    const before = await walkOrganizationChain(organizationId);
    const code = await pool()
      .query(statement)
      .then(
        () => "no error",
        (error: { code: string }) => error.code,
      );
    const insufficientPrivilege = "42501";
    expect(code).toBe(insufficientPrivilege);
    expect(await walkOrganizationChain(organizationId)).toEqual(before);
    expect(await isAuditInReach()).toBe(false);
  });

  it("cannot grant itself more rights", async () => {
    // PostgreSQL only warns and does nothing.
    await pool().query(`GRANT ALL ON audit_rows, audit_heads TO ${APPLICATION_ROLE}`);
    expect(await isAuditInReach()).toBe(false);
  });

  it.each([
    `GRANT ALL ON audit_rows, audit_heads TO ${APPLICATION_ROLE}`,
    `GRANT CREATE ON SCHEMA public TO ${APPLICATION_ROLE}`,
  ])("loses extra rights at the next start: %s", async (excess) => {
    await asOwner((owner) => owner.query(excess));
    expect(await isAuditInReach()).toBe(true);
    const start = () => migrate(ownerDatabaseUrl(), "prisma/migrations", APPLICATION_ROLE);
    await Promise.all([start(), start()]);
    expect(await isAuditInReach()).toBe(false);
    await expect(pool().query("DELETE FROM audit_heads")).rejects.toThrow("permission denied");
    await expect(pool().query("CREATE TABLE ours ()")).rejects.toThrow("permission denied");
  });
});

describe("the owner", () => {
  it("cannot change audit rows while the triggers are enabled", async () => {
    for (const statement of [
      "UPDATE audit_rows SET actor = 'user:nobody'",
      "DELETE FROM audit_rows",
      "TRUNCATE audit_rows",
    ]) {
      await expect(asOwner((owner) => owner.query(statement))).rejects.toThrow("append-only");
    }
  });

  it("keeps its rights when the service runs as the owner", async () => {
    await migrate(ownerDatabaseUrl(), "prisma/migrations", OWNER_ROLE);
    const still = "SELECT has_table_privilege('audit_rows', 'TRUNCATE') AS may";
    expect((await asOwner((owner) => owner.query(still))).rows).toEqual([{ may: true }]);
  });
});
