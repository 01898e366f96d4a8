import { MIGRATIONS, pendingMigrations } from "@/lib/core/db/migrate";
import { pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";

/** What a statement of a migration does to a table while it runs. */
type Lock = {
  table: string;
  /** What waits: `none` if the table is new in the same migration, or nothing has to wait. */
  blocks: "reads and writes" | "writes" | "changes of the same rows";
  /** What takes time. */
  work: "none" | "reads the table" | "writes the table" | "builds an index";
};

const NAME = String.raw`(?:IF (?:NOT )?EXISTS )?(?:ONLY )?(?:"?public"?\.)?"?(\w+)"?`;

type Rule = { pattern: RegExp; lock: Omit<Lock, "table"> };

const rule = (pattern: string, blocks: Lock["blocks"], work: Lock["work"]): Rule => ({
  pattern: new RegExp(pattern, "is"),
  lock: { blocks, work },
});

const ALL = "reads and writes";

/** The same for an ALTER TABLE with some words. */
const alter = (words: string, blocks: Lock["blocks"], work: Lock["work"]): Rule =>
  rule(String.raw`^ALTER TABLE ${NAME}\b.*\b(?:${words})\b`, blocks, work);

/** The first rule that fits counts. */
const rules: readonly Rule[] = [
  alter("(?:SET DATA )?TYPE", ALL, "writes the table"),
  alter(
    String.raw`ADD COLUMN\b.*\b(?:SERIAL|BIGSERIAL|GENERATED|gen_random_uuid|clock_timestamp)`,
    ALL,
    "writes the table",
  ),
  alter("VALIDATE CONSTRAINT", "changes of the same rows", "reads the table"),
  alter(String.raw`ADD CONSTRAINT\b.*\bNOT VALID`, ALL, "none"),
  alter("USING INDEX", ALL, "none"),
  alter("PRIMARY KEY|UNIQUE|EXCLUDE", ALL, "builds an index"),
  alter("FOREIGN KEY", "writes", "reads the table"),
  alter("ADD CONSTRAINT|CHECK|SET NOT NULL|ATTACH PARTITION", ALL, "reads the table"),
  rule(`^(?:ALTER|DROP|TRUNCATE|LOCK) TABLE ${NAME}`, ALL, "none"),
  rule(
    String.raw`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY .*?\bON ${NAME}`,
    "changes of the same rows",
    "builds an index",
  ),
  rule(String.raw`^CREATE (?:UNIQUE )?INDEX .*?\bON ${NAME}`, "writes", "builds an index"),
  rule(String.raw`^CREATE (?:CONSTRAINT )?TRIGGER .*?\bON ${NAME}`, "writes", "none"),
  rule(`^(?:UPDATE|DELETE FROM) ${NAME}`, "changes of the same rows", "writes the table"),
];

const CREATED = new RegExp(`^CREATE TABLE ${NAME}`, "i");

/** The locks of a migration on tables that exist before it, in its order, without those in functions and DO blocks. */
export function readLocks(text: string): Lock[] {
  const created = new Set<string>();
  return statementsOf(text).flatMap((statement): Lock[] => {
    const createdName = CREATED.exec(statement)?.[1];
    if (createdName) created.add(createdName);
    for (const { pattern, lock } of rules) {
      const table = pattern.exec(statement)?.[1];
      if (table) return created.has(table) ? [] : [{ table, ...lock }];
    }
    return [];
  });
}

/** What a migration needs beyond the rights of the tables' owner. */
export function readNeeds(text: string): string[] {
  const statements = statementsOf(text);
  const extensions = statements.flatMap((statement) => {
    const name = /\bCREATE EXTENSION (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1];
    return name ? [`the extension ${name}`] : [];
  });
  const isConcurrent = statements.some((each) => /\bINDEX CONCURRENTLY\b/i.test(each));
  return isConcurrent
    ? [...extensions, "no long transaction elsewhere, which CONCURRENTLY waits for"]
    : extensions;
}

/** A quoted text, a quoted name, the body of a function, or a comment; semicolons in them end no statement. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

function statementsOf(text: string): string[] {
  const marked = text.replaceAll(OPAQUE, (part) => {
    if (part === ";") return "\u0000";
    return part.startsWith("--") || part.startsWith("/*") ? "" : part;
  });
  return marked
    .split("\u0000")
    .map((each) => each.trim().replaceAll(/\s+/g, " "))
    .filter(Boolean);
}

/** Rough speeds of an ordinary disk; the estimates are upper bounds for warm data. */
const BYTES_PER_SECOND: Readonly<Record<Exclude<Lock["work"], "none">, number>> = {
  "reads the table": 200_000_000,
  "builds an index": 50_000_000,
  "writes the table": 20_000_000,
};

/** A lock with the size of its table and a rough time. */
export type TimedLock = Lock & { rows: number; bytes: number; seconds: number };

/** A migration that a start would apply, with its locks and what it needs. */
export type PendingMigration = { name: string; locks: TimedLock[]; needs: string[] };

const listSizes = sql<
  { tables: readonly string[] },
  { table: string; rows: number; bytes: number }
>(
  "list-sizes-of-tables",
  { table: "text", rows: "int8", bytes: "int8" },
  `SELECT c.relname::text AS "table",
     coalesce(sum(greatest(p.reltuples, 0)), 0)::int8 AS rows,
     coalesce(sum(pg_total_relation_size(p.oid)), 0)::int8 AS bytes
   FROM pg_class c, LATERAL (SELECT l.oid, l.reltuples FROM pg_partition_tree(c.oid) t
     JOIN pg_class l ON l.oid = t.relid WHERE t.isleaf
     UNION ALL SELECT c.oid, c.reltuples WHERE c.relkind = 'r' AND NOT c.relispartition) p
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY (:tables::text[])
   GROUP BY 1`,
);

/** The migrations that the next start applies, with what they lock and for how long roughly. Changes nothing. */
export async function checkUpgrade(folder: string = MIGRATIONS): Promise<PendingMigration[]> {
  const pending = await pendingMigrations(pool().options.connectionString ?? "", folder);
  return Promise.all(
    pending.map(async ({ name, sql: text }) => {
      const locks = readLocks(text);
      const sizes = await listSizes({ tables: locks.map(({ table }) => table) });
      return {
        name,
        needs: readNeeds(text),
        locks: locks.map((lock) => {
          const { rows = 0, bytes = 0 } = sizes.find(({ table }) => table === lock.table) ?? {};
          const seconds = lock.work === "none" ? 0 : bytes / BYTES_PER_SECOND[lock.work];
          return { ...lock, rows, bytes, seconds };
        }),
      };
    }),
  );
}
