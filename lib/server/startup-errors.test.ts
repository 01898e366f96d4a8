import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Client } from "pg";
import { afterEach, expect, inject, it } from "vitest";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/roles";
import { freePort } from "@/lib/core/db/embedded/start";
import { closePool, pool } from "@/lib/core/db/pool";
import { StartupError } from "@/lib/core/startup-error";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { prepareData } from "@/lib/server/prepare-data";
import { startDatabaseProxy } from "@/test/process/fault-proxy";
import { takeOwnDatabase } from "@/test/process/own-database";
import { ownerDatabaseUrl } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";
import { configureTestEnv } from "@/test/process/test-env";

takeOwnDatabase();

let serviceUrl = "";

afterEach(async () => {
  await switchDatabase(serviceUrl);
});

/** The URL of this file's database with one part replaced. */
function addressWith(change: (url: URL) => void): string {
  serviceUrl ||= String(pool().options.connectionString);
  const url = new URL(serviceUrl);
  change(url);
  return url.href;
}

/** What a start with that database prints before it exits with 1. */
async function startSays(variables: Record<string, string>): Promise<string> {
  try {
    await migrateDatabase(await openDatabase(configureTestEnv(variables)));
  } catch (error) {
    // For these errors server.ts prints the message, for all others the stack.
    expect(error).toBeInstanceOf(StartupError);
    const { message } = error as StartupError;
    expect(message).not.toMatch(/\n|postgresql:\/\//);
    return message;
  }
  return expect.unreachable("the start succeeded");
}

it("reports a wrong password with the role and the variable", async () => {
  const url = addressWith((at) => {
    at.password = "wrong";
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  expect(startOutput).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ rejects the password/);
  expect(startOutput).toContain(
    `of role "${APPLICATION_ROLE}". Correct the user and password in DATABASE_URL.`,
  );
});

it("reports the owner's wrong password with the other variable", async () => {
  const url = addressWith(() => {});
  const owner = new URL(ownerDatabaseUrl());
  owner.password = "wrong";
  const startOutput = await startSays({ DATABASE_URL: url, MIGRATION_DATABASE_URL: owner.href });
  expect(startOutput).toContain("Correct the user and password in MIGRATION_DATABASE_URL.");
});

it("reports a missing database with how to create it", async () => {
  const url = addressWith((at) => {
    at.pathname = "/nothing_like_it";
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  expect(startOutput).toContain('There is no database "nothing_like_it" at 127.0.0.1:');
  expect(startOutput).toContain("CREATE DATABASE nothing_like_it OWNER");
});

it("reports a refused connection with its address", async () => {
  const port = await freePort();
  const url = addressWith((at) => {
    at.port = String(port);
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  expect(startOutput).toBe(
    `Nothing is listening at 127.0.0.1:${port}. Start PostgreSQL there, or correct the host and port in DATABASE_URL.`,
  );
});

it("reports an unknown host with its name", async () => {
  const url = addressWith((at) => {
    at.hostname = "db.invalid";
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  expect(startOutput).toContain("The host db.invalid cannot be resolved.");
});

it("reports a server without TLS when the address requires it", async () => {
  const url = addressWith((at) => {
    at.searchParams.set("sslmode", "verify-full");
  });
  expect(await startSays({ DATABASE_URL: url })).toContain("does not support TLS.");
});

it("reports the system error of a server that closes connections at once", async () => {
  const proxy = await startDatabaseProxy(inject("databaseUrl"));
  proxy.future({ kind: "reset" });
  const startOutput = await startSays({ DATABASE_URL: proxy.through(addressWith(() => {})) });
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
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const { port } = pooler.address() as AddressInfo;
  const url = addressWith((at) => {
    at.port = String(port);
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  pooler.close();
  expect(startOutput).toMatch(
    /^The pooler at 127\.0\.0\.1:\d+ rejects .*: statement_timeout\)\. Set ignore_startup_parameters = statement_timeout .*docs\/scaling\.md/,
  );
});

it("reports which rights a role that may not create tables needs", async () => {
  const name = `rights_${randomBytes(6).toString("hex")}`;
  const admin = new Client(inject("ownerDatabaseUrl"));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = addressWith((at) => {
    at.pathname = `/${name}`;
  });
  const startOutput = await startSays({ DATABASE_URL: url });
  await closePool();
  await admin.query(`DROP DATABASE ${name}`);
  await admin.end();
  expect(startOutput).toContain(
    `Role "${APPLICATION_ROLE}" is not allowed to change the tables of database "${name}".`,
  );
  expect(startOutput).toContain("MIGRATION_DATABASE_URL");
});

it("reports a database that went away while data was loaded", async () => {
  const port = await freePort();
  await switchDatabase(
    addressWith((at) => {
      at.port = String(port);
    }),
  );
  const error = await prepareData().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).message).toMatch(
    /^The database connection was lost while data was loaded \(.*ECONNREFUSED.*\)\. Start again/,
  );
});
