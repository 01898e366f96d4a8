import { createServer } from "node:net";
import { afterEach, expect, inject, it, vi } from "vitest";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { closePool, pool } from "@/lib/core/db/pool";
import { StartupError } from "@/lib/core/errors";
import { log } from "@/lib/core/telemetry/log";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { prepareData } from "@/lib/server/prepare-data";
import { startDatabaseProxy } from "@/test/process/fault-proxy";
import { listen } from "@/test/process/listen";
import { createDatabase, takeOwnDatabase } from "@/test/process/own-database";
import { ownerDatabaseUrl } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";
import { configureTestEnv } from "@/test/process/test-env";

takeOwnDatabase();

/** A connection as the service's role to this file's database. */
let serviceUrl = "";

afterEach(async () => {
  await switchDatabase(serviceUrl);
});

/** The URL of this file's database with some parts replaced. */
function addressWith(parts: Partial<URL> = {}): string {
  serviceUrl ||= String(pool().options.connectionString);
  return Object.assign(new URL(serviceUrl), parts).href;
}

/** Opens the database like a start with these variables. @returns what the start prints */
async function start(variables: Record<string, string>): Promise<string> {
  const database = await openDatabase(
    configureTestEnv({ DATABASE_URL: addressWith(), ...variables }),
  );
  return migrateDatabase(database);
}

/** What a start with these variables prints before it exits with 1. */
async function startSays(variables: Record<string, string>): Promise<string> {
  try {
    await start(variables);
  } catch (error) {
    // For these errors server.ts prints the message, for all others the stack.
    expect(error).toBeInstanceOf(StartupError);
    const { message } = error as StartupError;
    expect(message).not.toMatch(/\n|postgresql:\/\//);
    return message;
  }
  return expect.unreachable("the start succeeded");
}

const NAMED = "Correct the user and password in";

it.each<[string, Partial<URL>, RegExp]>([
  [
    "a wrong password with the role and the variable",
    { password: "wrong" },
    new RegExp(
      `^PostgreSQL at .* rejects the password .*"${APPLICATION_ROLE}".*${NAMED} DATABASE_URL`,
    ),
  ],
  [
    "a missing database with how to create it",
    { pathname: "/nothing_like_it" },
    /There is no database "nothing_like_it" at 127\.0\.0\.1:.*CREATE DATABASE nothing_like_it OWNER/,
  ],
  [
    "a refused connection with its address",
    { port: "1" },
    /^Nothing is listening at 127\.0\.0\.1:1\. Start PostgreSQL there, or correct the host and port in DATABASE_URL\.$/,
  ],
  [
    "an unknown host with its name",
    { hostname: "db.invalid" },
    /The host db\.invalid cannot be res/,
  ],
  ["a server without the TLS to use", { search: "?sslmode=verify-full" }, /does not support TLS\./],
])("reports %s", async (_, parts, message) => {
  expect(await startSays({ DATABASE_URL: addressWith(parts) })).toMatch(message);
});

it("reports the owner's wrong password with the other variable", async () => {
  const owner = Object.assign(new URL(ownerDatabaseUrl()), { password: "wrong" });
  const startOutput = await startSays({ MIGRATION_DATABASE_URL: owner.href });
  expect(startOutput).toContain(`${NAMED} MIGRATION_DATABASE_URL.`);
});

it("reports the system error of a server that closes connections at once", async () => {
  const proxy = await startDatabaseProxy(inject("databaseUrl"));
  proxy.future({ kind: "reset" });
  const startOutput = await startSays({ DATABASE_URL: proxy.through(addressWith()) });
  await proxy.close();
  expect(startOutput).toMatch(
    /^Cannot connect to PostgreSQL at 127\.0\.0\.1:\d+: .+ Check DATABASE_URL\.$/,
  );
});

/** An error as PostgreSQL and poolers send it (PostgreSQL, 54.7). */
function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

it("reports what to set in a pooler that rejects a parameter of the connection", async () => {
  // A stand-in for PgBouncer without ignore_startup_parameters.
  const pooler = createServer((socket) => {
    socket.once("data", (startup) => {
      const [name] = /statement_timeout/.exec(String(startup)) ?? ["nothing"];
      socket.end(fatal("08P01", `unsupported startup parameter: ${name}`));
    });
  });
  const { port } = await listen(pooler);
  const startOutput = await startSays({ DATABASE_URL: addressWith({ port: String(port) }) });
  pooler.close();
  expect(startOutput).toMatch(
    /^The pooler at 127\.0\.0\.1:\d+ rejects .*: statement_timeout\)\. Set ignore_startup_parameters = statement_timeout .*docs\/scaling\.md/,
  );
});

it("reports which rights a role that may not create tables needs", async () => {
  const { pathname } = new URL(await createDatabase());
  const startOutput = await startSays({ DATABASE_URL: addressWith({ pathname }) });
  expect(startOutput).toContain(
    `Role "${APPLICATION_ROLE}" is not allowed to change the tables of database "${pathname.slice(1)}".`,
  );
  expect(startOutput).toContain("MIGRATION_DATABASE_URL");
});

it("reports a database that went away while data was loaded", async () => {
  await switchDatabase(addressWith({ port: "1" }));
  const error = await prepareData().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).message).toMatch(
    /^The database connection was lost while data was loaded \(.*ECONNREFUSED.*\)\. Start again/,
  );
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

it("a start warns if PostgreSQL may not accept all connections of the pool, with the fix", async () => {
  const { rows } = await pool().query<{ available: number }>(
    `SELECT sum(CASE name WHEN 'max_connections' THEN setting::int ELSE -setting::int END)::int AS available
     FROM pg_settings
     WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  );
  const available = rows[0]?.available ?? 0;
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => {});
  const warnings = () => warn.mock.calls.filter(([fields]) => "pool_size" in Object(fields));
  await start({ POOL_SIZE: String(available) });
  expect(warnings()).toEqual([]);
  await start({ POOL_SIZE: String(available + 1) });
  const fix = `is ${available + 1}, but .* accepts ${available} connections .* lower POOL_SIZE`;
  expect(warnings()).toEqual([
    [expect.objectContaining({ pool_size: available + 1 }), expect.stringMatching(fix)],
  ]);
});
