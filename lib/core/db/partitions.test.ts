import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { createPartition, dropPartitionBefore } from "@/lib/core/db/partitions";
import { pool } from "@/lib/core/db/pool";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner, ownerDatabaseUrl } from "@/test/process/owner-database";

takeOwnDatabase();

const OLD = { table: "access_tokens", day: "2026-01-01" } as const;
const LATER = { ...OLD, day: "2026-01-02" };

/** Creates an old partition as its owner; the service creates none that far back. */
async function createOldPartition(): Promise<void> {
  await asOwner((owner) =>
    owner.query(`CREATE TABLE IF NOT EXISTS access_tokens_20260101 (LIKE access_tokens INCLUDING ALL);
      ALTER TABLE access_tokens ATTACH PARTITION access_tokens_20260101 FOR VALUES IN (20454)`),
  );
}

async function whileHeld<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const holder = new Client({ connectionString: ownerDatabaseUrl() });
  await holder.connect();
  try {
    await holder.query("SELECT pg_advisory_lock($1)", [lock]);
    return await work();
  } finally {
    await holder.end();
  }
}

describe("an old partition", () => {
  it.each([
    ["a server grants rights on all tables", "7283946501"],
    ["a partition is created", "7283946502"],
  ])("is not dropped while %s, but is afterwards", async (_, lock) => {
    await createOldPartition();
    expect(await whileHeld(lock, () => dropPartitionBefore(LATER))).toBe(false);
    expect(await dropPartitionBefore(OLD)).toBeNull();
    expect(await dropPartitionBefore(LATER)).toBe(true);
    expect(await dropPartitionBefore(LATER)).toBeNull();
  });
});

describe("partitions of another table", () => {
  it("are neither dropped nor created", async () => {
    await asOwner((owner) =>
      owner.query(`CREATE TABLE other (day date) PARTITION BY RANGE (day);
        CREATE TABLE other_20260101 PARTITION OF other FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`),
    );
    const call = async (sql: string) => (await pool().query(sql)).rows[0].result;
    expect(await call("SELECT drop_partition('other', '2026-02-01') AS result")).toBeNull();
    expect(await call("SELECT create_partition('other', now()::date) AS result")).toBeNull();
    expect(await asOwner(async (owner) => (await owner.query("TABLE other")).rowCount)).toBe(0);
  });
});

describe("the partition of a day", () => {
  it("is not created years ahead", async () => {
    expect(await createPartition({ table: "access_tokens", day: "2036-01-01" })).toBeNull();
  });
});
