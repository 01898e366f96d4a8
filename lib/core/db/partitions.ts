import { sql } from "@/lib/core/db/sql";

/** A table with a partition for each day (UTC). */
export type PartitionedTable =
  | "calls"
  | "authorization_events"
  | "authorization_codes"
  | "access_tokens";

type TableAndDay = { table: PartitionedTable; day: string };

const create = sql<TableAndDay, { created: boolean | null }>(
  "create-partition",
  { created: "bool?" },
  "SELECT create_partition(:table, :day::date) AS created",
);

/**
 * Creates the partition of a day (UTC), for which requests do not wait. @returns whether it was missing; null if it
 * cannot be created now, or if the day is too far away
 */
export async function createPartition(values: TableAndDay): Promise<boolean | null> {
  const [row] = await create(values);
  return row?.created ?? null;
}

const drop = sql<TableAndDay, { dropped: boolean | null }>(
  "drop-partition",
  { dropped: "bool?" },
  "SELECT drop_partition(:table, :day::date) AS dropped",
);

/**
 * Drops the oldest partition if it is older than a given day.
 * @returns whether it was dropped: null if no partition is that old, false if the oldest is in use
 */
export async function dropPartitionBefore(values: TableAndDay): Promise<boolean | null> {
  const [row] = await drop(values);
  return row?.dropped ?? null;
}
