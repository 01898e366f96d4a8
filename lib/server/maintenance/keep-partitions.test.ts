import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/core/crypto/ids";
import { dayOfToken, newToken, today } from "@/lib/core/crypto/tokens";
import { db } from "@/lib/core/db/client";
import { pool } from "@/lib/core/db/pool";
import { env, parseEnv } from "@/lib/core/env";
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

// These tests drop calls of everyone.
takeOwnDatabase();

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

let installation: Installation;

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

beforeAll(async () => {
  await keep();
});

beforeEach(async () => {
  installation = await mintInstallation();
});

async function partitions(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = 'calls'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const nameOf = (day: Date) => `calls_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;

async function storeCallsAt(...days: Date[]): Promise<void> {
  for (const startedAt of days) mintCall(installation, { startedAt });
  await flushCalls();
}

const ages = async () =>
  (await storedCalls(installation.client.clientId)).map(({ createdAt }) =>
    Math.round((Date.now() - createdAt.getTime()) / DAY_MS),
  );

describe("partitions of the API log", () => {
  it("exist for today and the seven days to come", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${nameOf(daysAgo(-7))}`));
    await keep();
    const names = await partitions();
    for (let n = 0; n <= 7; n++) expect(names).toContain(nameOf(daysAgo(-n)));
  });

  it("are created for a call whose day has none", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${nameOf(daysAgo(-7))}`));
    await storeCallsAt(daysAgo(-7), new Date());
    expect(await storedCalls(installation.client.clientId)).toHaveLength(2);
    expect(await partitions()).toContain(nameOf(daysAgo(-7)));
  });

  it("are created once by processes that need them at the same time", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${nameOf(daysAgo(-6))}`));
    await Promise.all([1, 2, 3, 4].map(keep));
    expect(await partitions()).toContain(nameOf(daysAgo(-6)));
  });

  it("are dropped once their whole day is older than calls are kept", async () => {
    await storeCallsAt(daysAgo(92), daysAgo(91), daysAgo(90), daysAgo(89));
    await keep();
    expect(await ages()).toEqual([90, 89]);
    expect(await partitions()).not.toContain(nameOf(daysAgo(91)));
  });

  it("follow the setting of the API log alone", async () => {
    await storeCallsAt(daysAgo(93));
    await keepPartitions({ ...RETENTION, callDays: LONGER.callDays });
    expect(await ages()).toEqual([93]);
    await keepPartitions({ ...LONGER, callDays: RETENTION.callDays });
    expect(await ages()).toEqual([]);
  });

  it("are left for the next run while they are read, and nothing waits for them", async () => {
    await storeCallsAt(daysAgo(120));
    const reader = await pool().connect();
    await reader.query("BEGIN; SELECT 1 FROM calls");
    await keep();
    await storeCallsAt(new Date());
    expect(await ages()).toEqual([120, 0]);
    await reader.query("COMMIT");
    reader.release();
    await keep();
    expect(await ages()).toEqual([0]);
  });

  it("are never dropped before their day is over, whatever the service requests", async () => {
    await storeCallsAt(new Date());
    await keepPartitions({ ...RETENTION, callDays: -30 });
    expect(await ages()).toEqual([0]);
  });

  it("cannot be created or dropped by the service in any other way", async () => {
    const today = nameOf(new Date());
    for (const sql of [
      `DROP TABLE ${today}`,
      `ALTER TABLE calls DETACH PARTITION ${today}`,
      "CREATE TABLE calls_other PARTITION OF calls DEFAULT",
    ]) {
      await expect(pool().query(sql)).rejects.toThrow(/must be owner|permission denied/);
    }
  });
});

describe.each([
  ["authorization_codes", 31, "codeDays"],
  ["access_tokens", 8, "accessTokenDays"],
  ["authorization_events", 40, "eventDays"],
] as const)("partitions of %s", (table, keptDays, setting) => {
  const partitionOf = (day: Date) => nameOf(day).replace("calls", table);

  async function names(): Promise<string[]> {
    const { rows } = await pool().query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits
       WHERE inhparent = $1::regclass ORDER BY 1`,
      [table],
    );
    return rows.map(({ name }) => name);
  }

  /** Stores a row; returns what finds and uses it. */
  async function mint(): Promise<() => Promise<number>> {
    if (table === "authorization_codes") {
      const code = await mintCode(installation);
      return async () => (await exchange("offline", installation, code)).status;
    }
    if (table === "authorization_events") {
      const requestId = newId();
      await mintEvents(installation.client.clientId, [{ requestId }]);
      return async () =>
        (await db().authorizationEvent.count({ where: { requestId } })) ? 200 : 404;
    }
    const token = await mintAccessToken(installation, "offline");
    return async () => (await callProducts(token)).status;
  }

  const create = (day: Date) =>
    pool().query("SELECT create_partition($1, $2)", [table, day.toISOString()]);

  it("exist for today and the seven days to come", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${partitionOf(daysAgo(-7))}`));
    await keep();
    const remainingNames = await names();
    for (let n = 0; n <= 7; n++) expect(remainingNames).toContain(partitionOf(daysAgo(-n)));
  });

  it("are dropped once all their rows have expired", async () => {
    for (const days of [2, 1, 0]) await create(daysAgo(keptDays + days));
    await keep();
    const remainingNames = await names();
    for (const days of [2, 1])
      expect(remainingNames).not.toContain(partitionOf(daysAgo(keptDays + days)));
    expect(remainingNames).toContain(partitionOf(daysAgo(keptDays)));
    expect(remainingNames).toContain(`${table}_default`);
  });

  it("follow their own setting alone", async () => {
    const day = daysAgo(keptDays + 3);
    await create(day);
    await keepPartitions({ ...RETENTION, [setting]: LONGER[setting] });
    expect(await names()).toContain(partitionOf(day));
    await keepPartitions({ ...LONGER, [setting]: RETENTION[setting] });
    expect(await names()).not.toContain(partitionOf(day));
  });

  it("are left for the next run while they are read, and nothing waits for them", async () => {
    await create(daysAgo(50));
    const reader = await pool().connect();
    await reader.query(`BEGIN; SELECT 1 FROM ${table}`);
    await keep();
    expect(await names()).toContain(partitionOf(daysAgo(50)));
    await mint();
    await reader.query("COMMIT");
    reader.release();
    await keep();
    expect(await names()).not.toContain(partitionOf(daysAgo(50)));
  });

  it("are not created for a day whose rows are in the default partition", async () => {
    await asOwner((owner) => owner.query(`DROP TABLE ${partitionOf(new Date())}`));
    const works = await mint();
    await keep();
    expect(await names()).not.toContain(partitionOf(new Date()));
    expect(await works()).toBe(200);
  });

  it("are never dropped before their day is over, and exist for no other table", async () => {
    const drop = async (table: string) => {
      const { rows } = await pool().query("SELECT drop_partition($1, 'infinity') AS done", [table]);
      return rows[0].done;
    };
    let done: boolean | null = true;
    while (done !== null) done = await drop(table);
    expect(await names()).toContain(partitionOf(daysAgo(-1)));
    expect(await drop("clients")).toBeNull();
    const { rows } = await pool().query("SELECT create_partition('clients', now()::date) AS made");
    expect(rows).toEqual([{ made: null }]);
  });
});

it("keeps no day of access tokens that is no longer read from tokens, at the highest setting", async () => {
  const retentionOf = (days: string) =>
    parseEnv({ ...TEST_VARIABLES, ACCESS_TOKEN_RETENTION_DAYS: days }).retention;
  const oldest = daysAgo(60);
  await pool().query("SELECT create_partition('access_tokens', $1)", [oldest.toISOString()]);
  await keepPartitions({ ...retentionOf("59"), eventDays: RETENTION.eventDays });
  const { rows } = await pool().query("SELECT to_regclass($1) IS NOT NULL AS exists", [
    nameOf(oldest).replace("calls", "access_tokens"),
  ]);
  expect(rows).toEqual([{ exists: true }]);
  const day = today() - 60;
  expect(dayOfToken(withDay(newToken("offline"), day))).toBe(day);
  expect(() => retentionOf("60")).toThrow("ACCESS_TOKEN_RETENTION_DAYS");
});
