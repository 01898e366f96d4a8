import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken, today } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import {
  createPartition,
  dropPartitionBefore,
  type PartitionedTable,
} from "@/lib/core/db/partitions";
import { pool } from "@/lib/core/db/pool";
import { env, parseEnv } from "@/lib/core/env/env";
import { flushCalls } from "@/lib/gate/calls/flush-calls";
import { keepPartitions } from "@/lib/server/maintenance/keep-partitions";
import { withDay } from "@/test/factories/change-day";
import { mintCall } from "@/test/factories/mint-call";
import { mintCode } from "@/test/factories/mint-code";
import { mintEvents } from "@/test/factories/mint-events";
import { type Installation, mintInstallation } from "@/test/factories/mint-installation";
import { mintAccessToken } from "@/test/factories/mint-tokens";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { TEST_VARIABLES } from "@/test/process/test-env";
import { storedCalls } from "@/test/requests/api-calls";
import { callProducts } from "@/test/requests/call-products";
import { exchange } from "@/test/requests/call-token";

// These tests drop rows of everyone.
takeOwnDatabase();

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Partitions for older days of events cannot be created here. */
const RETENTION = { ...env().retention, eventDays: 40 };

/** Partitions are kept for three days longer. */
const LONGER = {
  ...RETENTION,
  callDays: RETENTION.callDays + 3,
  eventDays: RETENTION.eventDays + 3,
  codeDays: RETENTION.codeDays + 3,
  accessTokenDays: RETENTION.accessTokenDays + 3,
};

const keep = () => keepPartitions(RETENTION);

let installation: Installation;

beforeAll(keep);

beforeEach(async () => {
  installation = await mintInstallation();
});

const partitionOf = (table: PartitionedTable, day: Date) =>
  `${table}_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;

const create = (table: PartitionedTable, day: Date) =>
  pool().query("SELECT create_partition($1, $2)", [table, day.toISOString()]);

async function partitions(table: PartitionedTable): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass",
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Stores a row of today; returns whether it can be used. */
async function mintRow(table: PartitionedTable): Promise<() => Promise<boolean>> {
  if (table === "calls") {
    mintCall(installation);
    await flushCalls();
    return async () => (await storedCalls(installation.client.clientId)).length > 0;
  }
  if (table === "authorization_codes") {
    const code = await mintCode(installation);
    return async () => (await exchange("offline", installation, code)).status === 200;
  }
  if (table === "authorization_events") {
    const requestId = newId();
    await mintEvents(installation.client.clientId, [{ requestId }]);
    return async () => (await db().authorizationEvent.count({ where: { requestId } })) > 0;
  }
  const token = await mintAccessToken(installation, "offline");
  return async () => (await callProducts(token)).status === 200;
}

describe.each([
  ["calls", 90, "callDays"],
  ["authorization_codes", 31, "codeDays"],
  ["access_tokens", 8, "accessTokenDays"],
  ["authorization_events", 40, "eventDays"],
] as const)("partitions of %s", (table, keptDays, setting) => {
  it("exist for today and the seven days to come, created once by processes at the same time", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${partitionOf(table, daysAgo(-7))}`));
    await Promise.all([1, 2, 3, 4].map(keep));
    const names = await partitions(table);
    for (let n = 0; n <= 7; n++) expect(names).toContain(partitionOf(table, daysAgo(-n)));
  });

  it("are dropped once all their rows have expired", async () => {
    for (const days of [2, 1, 0]) await create(table, daysAgo(keptDays + days));
    await keep();
    const names = await partitions(table);
    for (const days of [2, 1])
      expect(names).not.toContain(partitionOf(table, daysAgo(keptDays + days)));
    expect(names).toContain(partitionOf(table, daysAgo(keptDays)));
    expect(names.includes(`${table}_default`)).toBe(table !== "calls");
  });

  it("follow their own setting alone", async () => {
    const day = daysAgo(keptDays + 3);
    await create(table, day);
    await keepPartitions({ ...RETENTION, [setting]: LONGER[setting] });
    expect(await partitions(table)).toContain(partitionOf(table, day));
    await keepPartitions({ ...LONGER, [setting]: RETENTION[setting] });
    expect(await partitions(table)).not.toContain(partitionOf(table, day));
  });

  it("are left for the next run while they are read, and nothing waits for them", async () => {
    const day = daysAgo(keptDays + 10);
    await create(table, day);
    const reader = await pool().connect();
    await reader.query(`BEGIN; SELECT 1 FROM ${table}`);
    await keep();
    expect(await partitions(table)).toContain(partitionOf(table, day));
    await mintRow(table);
    await reader.query("COMMIT");
    reader.release();
    await keep();
    expect(await partitions(table)).not.toContain(partitionOf(table, day));
  });

  it.skipIf(table === "calls")(
    "are not created for a day whose rows are in the default partition",
    async () => {
      await asOwner((owner) => owner.query(`DROP TABLE ${partitionOf(table, new Date())}`));
      const works = await mintRow(table);
      await keep();
      expect(await partitions(table)).not.toContain(partitionOf(table, new Date()));
      expect(await works()).toBe(true);
    },
  );

  it("are never dropped before their day is over", async () => {
    const drop = () => pool().query("SELECT drop_partition($1, 'infinity') AS done", [table]);
    while ((await drop()).rows[0].done !== null);
    await keepPartitions({ ...RETENTION, [setting]: -30 });
    expect(await partitions(table)).toContain(partitionOf(table, daysAgo(-1)));
  });

  it.each([
    ["a server grants rights on all tables", "7283946501"],
    ["a partition is created", "7283946502"],
  ])("are not dropped while %s, but afterwards", async (_, lock) => {
    const day = daysAgo(keptDays + 5);
    await create(table, day);
    const later = {
      table,
      day: daysAgo(keptDays + 4)
        .toISOString()
        .slice(0, 10),
    };
    await asOwner(async (holder) => {
      await holder.query("SELECT pg_advisory_lock($1)", [lock]);
      expect(await dropPartitionBefore(later)).toBe(false);
    });
    expect(await dropPartitionBefore(later)).toBe(true);
    expect(await dropPartitionBefore(later)).toBeNull();
  });

  it("are not created years ahead, and neither created nor dropped in any other way", async () => {
    expect(await createPartition({ table, day: "2036-01-01" })).toBeNull();
    const name = partitionOf(table, daysAgo(-1));
    for (const sql of [
      `DROP TABLE ${name}`,
      `ALTER TABLE ${table} DETACH PARTITION ${name}`,
      `CREATE TABLE ${table}_other PARTITION OF ${table} DEFAULT`,
    ]) {
      await expect(pool().query(sql)).rejects.toThrow(/must be owner|permission denied/);
    }
  });
});

it("a partition is created for a call whose day has none", async () => {
  await asOwner((owner) => owner.query(`DROP TABLE ${partitionOf("calls", daysAgo(-7))}`));
  for (const startedAt of [daysAgo(-7), new Date()]) mintCall(installation, { startedAt });
  await flushCalls();
  expect(await storedCalls(installation.client.clientId)).toHaveLength(2);
  expect(await partitions("calls")).toContain(partitionOf("calls", daysAgo(-7)));
});

it("partitions of another table are neither dropped nor created", async () => {
  onTestFinished(async () => void (await asOwner((owner) => owner.query("DROP TABLE other"))));
  await asOwner((owner) =>
    owner.query(`CREATE TABLE other (day date) PARTITION BY RANGE (day);
      CREATE TABLE other_20260101 PARTITION OF other FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`),
  );
  for (const table of ["other", "clients"]) {
    const { rows } = await pool().query(
      "SELECT drop_partition($1, '2026-02-01') AS dropped, create_partition($1, now()::date) AS created",
      [table],
    );
    expect(rows).toEqual([{ dropped: null, created: null }]);
  }
  expect(await asOwner(async (owner) => (await owner.query("TABLE other")).rowCount)).toBe(0);
});

it("keeps no day of access tokens that is no longer read from tokens, at the highest setting", async () => {
  const retentionOf = (days: string) =>
    parseEnv({ ...TEST_VARIABLES, ACCESS_TOKEN_RETENTION_DAYS: days }).retention;
  const oldest = daysAgo(60);
  await create("access_tokens", oldest);
  await keepPartitions({ ...retentionOf("59"), eventDays: RETENTION.eventDays });
  expect(await partitions("access_tokens")).toContain(partitionOf("access_tokens", oldest));
  const day = today() - 60;
  expect(dayOfToken(withDay(newToken("offline"), day))).toBe(day);
  expect(() => retentionOf("60")).toThrow("ACCESS_TOKEN_RETENTION_DAYS");
});
