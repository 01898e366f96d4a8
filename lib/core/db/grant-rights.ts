import { Client } from "pg";
import { waitForMigrations } from "@/lib/core/db/migrate";
import { pool } from "@/lib/core/db/pool";

/**
 * Gives the service's role exactly the rights it needs on the migrated tables: it reads and writes rows, appends to the
 * histories without changing them, erases personal values, creates and drops partitions through functions of the
 * owner, and owns nothing. Runs after each migration, because only the owner has rights on new tables.
 *
 * @param ownerUrl `postgresql://` address for the role that owns the tables.
 * @param role Name of the service's role; nothing is done if it is the owner's.
 */
export async function grantRights(ownerUrl: string, role: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: "latchkey-migrate" });
  try {
    await client.connect();
    const { rows } = await client.query<{ owner: string; schema: string }>(
      "SELECT current_user AS owner, current_schema() AS schema",
    );
    const here = rows[0];
    if (!here || here.owner === role) return;
    // Servers starting at the same time would change the same catalogue rows.
    await waitForMigrations(client);
    await client.query(grants(client.escapeIdentifier(here.schema), client.escapeIdentifier(role)));
  } finally {
    await client.end();
  }
}

/** Sent as one transaction, so that a running service never lacks a right. */
function grants(schema: string, role: string): string {
  return `
    REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${role};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${role};
    REVOKE CREATE ON SCHEMA ${schema} FROM ${role};
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    GRANT EXECUTE ON FUNCTION create_partition(text, date), drop_partition(text, date) TO ${role};
    REVOKE UPDATE, DELETE ON audit_rows, grant_events FROM ${role};
    REVOKE UPDATE ON SEQUENCE audit_rows_id_seq, grant_events_id_seq FROM ${role};
    REVOKE INSERT, UPDATE ON audit_personal_values FROM ${role};
    REVOKE INSERT, UPDATE, DELETE ON audit_heads, _prisma_migrations FROM ${role};`;
}

/** Name of the role the service runs as. */
export async function serviceRole(): Promise<string> {
  const { rows } = await pool().query<{ role: string }>("SELECT current_user AS role");
  if (!rows[0]) throw new Error("PostgreSQL returned no current user");
  return rows[0].role;
}

/**
 * Whether only triggers keep the service's role from changing audit rows: it owns or may change them, or it may create
 * functions in the triggers' schema, as everyone may in a database created before PostgreSQL 15.
 */
export async function isAuditInReach(): Promise<boolean> {
  const { rows } = await pool().query<{ inReach: boolean }>(
    `SELECT bool_or(pg_has_role(relowner, 'MEMBER')
       OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
       OR has_schema_privilege(relnamespace, 'CREATE')) AS "inReach"
     FROM pg_class WHERE oid = 'audit_rows'::regclass`,
  );
  return rows[0]?.inReach !== false;
}
