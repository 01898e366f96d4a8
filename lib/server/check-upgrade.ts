import { MIGRATIONS, pendingMigrations } from "@/lib/core/db/migrate";
import { pool } from "@/lib/core/db/pool";
import { type Lock, readLocks, readNeeds } from "@/lib/core/db/read-locks";
import { sql } from "@/lib/core/db/sql";

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
