import type { Client } from "pg";
import { pool } from "@/lib/core/db/pool";

/** What the service may not do with a table, or with the sequence of its ids, although it may with most. */
const DENIED: readonly (readonly [names: string, rights: string, kind?: "SEQUENCE"])[] = [
  ["audit_rows, grant_events", "UPDATE, DELETE"],
  ["audit_rows_id_seq, grant_events_id_seq", "UPDATE", "SEQUENCE"],
  ["audit_personal_values", "INSERT, UPDATE"],
  ["audit_heads, _prisma_migrations", "INSERT, UPDATE, DELETE"],
];

/** Functions of the owner that the service may call. */
const ALLOWED_FUNCTIONS = ["create_partition(text, date)", "drop_partition(text, date)"];

/**
 * The statement that gives the service's role its rights: it reads and writes rows, appends to histories, erases
 * personal values, changes partitions through the owner's functions, and owns nothing. Empty if that role is the owner.
 */
export async function grantsFor(owner: Client, role: string): Promise<string> {
  const { rows } = await owner.query<{ name: string; schema: string }>(
    "SELECT current_user AS name, current_schema() AS schema",
  );
  const [here] = rows;
  if (!here || here.name === role) return "";
  const schema = owner.escapeIdentifier(here.schema);
  const service = owner.escapeIdentifier(role);
  const denials = DENIED.flatMap(([names, rights, kind = "TABLE"]) =>
    names.split(", ").map((name) => {
      const found = `to_regclass('${name}') IS NOT NULL`;
      return `IF ${found} THEN REVOKE ${rights} ON ${kind} ${name} FROM ${service}; END IF;`;
    }),
  );
  const functions = ALLOWED_FUNCTIONS.map((name) => {
    const found = `to_regprocedure('${name}') IS NOT NULL`;
    return `IF ${found} THEN GRANT EXECUTE ON FUNCTION ${name} TO ${service}; END IF;`;
  });
  // One statement, so that a running service never lacks a right.
  const block = `BEGIN
    REVOKE ALL ON ALL TABLES IN SCHEMA ${schema} FROM ${service};
    REVOKE ALL ON ALL SEQUENCES IN SCHEMA ${schema} FROM ${service};
    REVOKE CREATE ON SCHEMA ${schema} FROM ${service};
    GRANT USAGE ON SCHEMA ${schema} TO ${service};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${service};
    GRANT USAGE, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${service};
    ${[...functions, ...denials].join("\n    ")}
  END`;
  return `DO ${owner.escapeLiteral(block)}`;
}

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
