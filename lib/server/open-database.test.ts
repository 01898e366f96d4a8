import { afterEach, expect, it, vi } from "vitest";
import { closePool, pool } from "@/lib/core/db/pool";
import { log } from "@/lib/core/log";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { takeOwnDatabase } from "@/test/process/own-database";
import { ownerDatabaseUrl } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";
import { configureTestEnv } from "@/test/process/test-env";

takeOwnDatabase();

/** A connection as the service's role to this file's database. */
let serviceUrl = "";

afterEach(async () => {
  await switchDatabase(serviceUrl);
});

/** Opens the database like a start with these variables. @returns what the start prints */
async function start(variables: Record<string, string>): Promise<string> {
  serviceUrl ||= String(pool().options.connectionString);
  const database = await openDatabase(configureTestEnv({ DATABASE_URL: serviceUrl, ...variables }));
  return migrateDatabase(database);
}

it("with two addresses, the service uses a role that cannot modify the audit log", async () => {
  expect(await start({ MIGRATION_DATABASE_URL: ownerDatabaseUrl() })).toBe("up to date");
  await expect(pool().query("DELETE FROM audit_rows")).rejects.toThrow("permission denied");
});

it("security 130: without the owner's address, a start accepts what the migration step has done", async () => {
  expect(await start({ MIGRATION_DATABASE_URL: ownerDatabaseUrl() })).toBe("up to date");
  await switchDatabase(serviceUrl);
  expect(await start({})).toBe("up to date");
  await expect(pool().query("DELETE FROM audit_rows")).rejects.toThrow("permission denied");
});

it("with only the address of the tables' owner, the start warns that only triggers protect the audit log", async () => {
  await closePool();
  expect(await start({ DATABASE_URL: ownerDatabaseUrl() })).toMatch(
    /^up to date\. .*only triggers.*docs\/operating\.md/,
  );
});

it("a start warns if the pool may need more connections than PostgreSQL accepts", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
  await start({ POOL_SIZE: "200" });
  const expectedWarning = expect.stringMatching(/^POOL_SIZE is 200, but PostgreSQL accepts \d+ /);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ pool_size: 200 }), expectedWarning);
});
