import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { expectMigrations, healthz, readyz } from "@/lib/api/health";
import { LITTLE_MEMORY, NEEDS_SPACE } from "@/lib/core/db/check-readiness";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { pool } from "@/lib/core/db/pool";
import { sql } from "@/lib/core/db/sql";
import { toServiceError } from "@/lib/core/http/render-error";
import type { ServiceScope } from "@/lib/core/permissions/platform-permissions";
import { version } from "@/lib/core/values/version-values";
import { mintOperator, mintServiceToken } from "@/test/factories/mint-platform";
import { takeOwnDatabase } from "@/test/process/own-database";
import { asOwner } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";

// These tests change its rights and settings.
takeOwnDatabase();

/** Readiness says no if the check takes more than 1.5 seconds, as on a busy machine. */
const PATIENCE = { timeout: 20_000 };

/** Also forgets the response of the previous second. */
beforeEach(() => expectMigrations([]));

async function ask(): Promise<{ status: number; says: unknown; retryAfter: string | null }> {
  const response = await readyz();
  const body = await response.json();
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, says: body.status, retryAfter };
}

/** Opens a new connection each time, with the current settings. */
const reconnect = () => switchDatabase(String(pool().options.connectionString));

describe("healthz", () => {
  async function alive(headers: Record<string, string> = {}) {
    const response = await healthz(new Request("http://latchkey.test/healthz", { headers }));
    return { status: response.status, body: await response.json() };
  }
  const bearer = async (scope: ServiceScope) => ({
    authorization: `Bearer ${await mintServiceToken([scope])}`,
  });

  it("has the version of package.json", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8")).version).toBe(version);
  });

  it("names the version to operators and to keys that may read the metrics, and to no other caller", async () => {
    const full = { status: 200, body: { status: "ok", version } };
    const plain = { status: 200, body: { status: "ok" } };
    expect(await alive(await bearer("platform/log/read"))).toEqual(full);
    expect(await alive({ cookie: (await mintOperator("support")).cookie })).toEqual(full);
    expect(await alive()).toEqual(plain);
    expect(await alive(await bearer("platform/introspect"))).toEqual(plain);
    expect(await alive({ authorization: "Bearer unknown" })).toEqual(plain);
  });
});

describe("readyz", () => {
  it("is ready once the database has every migration and accepts writes", async () => {
    await expect.poll(ask, PATIENCE).toEqual({ status: 200, says: "ready", retryAfter: null });
  });

  it("is not ready while a migration is missing, and names it", async () => {
    expectMigrations(["99990101000000_not_yet"]);
    const response = await readyz();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ missing: ["99990101000000_not_yet"] });
  });

  it("queries the database at most once a second, however often it is called", async () => {
    await ask();
    const before = await pool().query("SELECT xmin FROM write_checks");
    await Promise.all(Array.from({ length: 50 }, ask));
    const after = await pool().query("SELECT xmin FROM write_checks");
    expect(after.rows).toEqual(before.rows);
  });

  it.each([
    ["the database is read-only", "ALTER DATABASE $ SET default_transaction_read_only = on"],
    [
      "the database denies what the service needs",
      `REVOKE INSERT ON write_checks FROM ${APPLICATION_ROLE}`,
    ],
  ])("is not ready when %s", async (says, change) => {
    const { rows } = await pool().query("SELECT current_database() AS name");
    const asOwnerHere = (statement: string) =>
      asOwner(async (owner) => {
        await owner.query("SET default_transaction_read_only = off");
        await owner.query(statement.replace("$", rows[0].name));
      });
    await asOwnerHere(change);
    await reconnect();
    const readiness = await ask();
    await asOwnerHere("ALTER DATABASE $ RESET default_transaction_read_only");
    await asOwnerHere(`GRANT INSERT ON write_checks TO ${APPLICATION_ROLE}`);
    await reconnect();
    expect(readiness).toEqual({ status: 503, says, retryAfter: expect.stringMatching(/^[3-7]$/) });
  });

  it("allocates new disk space each time, so that a full disk is noticed", async () => {
    const client = await pool().connect();
    await client.query(`BEGIN; ${LITTLE_MEMORY}`);
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${NEEDS_SPACE}`);
    await client.query("ROLLBACK");
    client.release();
    expect(rows[0]["QUERY PLAN"][0].Plan["Temp Written Blocks"]).toBeGreaterThan(0);
  });

  it("stays ready while the database answers others, however long a check waits for a connection", async () => {
    await expect.poll(ask, PATIENCE).toMatchObject({ status: 200 });
    const until = performance.now() + 4_000;
    const lane = async () => {
      while (performance.now() < until) await pool().query("SELECT pg_sleep(0.1)");
    };
    // A check needs several turns of a second.
    const busy = Array.from({ length: 10 * (pool().options.max ?? 0) }, lane);
    const statuses = new Set<number>();
    while (performance.now() < until) statuses.add((await ask()).status);
    await Promise.all(busy);
    expect([...statuses]).toEqual([200]);
  });

  // Runs last: what requests encountered counts for half a minute.
  it("is not ready after requests met a pooler that loses prepared statements", async () => {
    const readOne = sql("health-test", {}, "SELECT 1");
    await readOne({});
    const clients = await Promise.all(
      Array.from({ length: pool().totalCount }, () => pool().connect()),
    );
    for (const client of clients) {
      await client.query({ name: "health-test", text: "SELECT 1" });
      // What a pooler does when it passes connections from one client to another.
      await client.query("DEALLOCATE ALL");
      client.release();
    }
    const thrown = await readOne({}).catch((error) => error);
    expect(toServiceError(thrown, "request").status).toBe(503);
    expect(await ask()).toMatchObject({
      status: 503,
      says: "a pooler in front of the database loses prepared statements",
    });
  });
});
