import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { APPLICATION_ROLE } from "@/lib/core/db/embedded/cluster";
import { migrate } from "@/lib/core/db/migrate";
import { closePool } from "@/lib/core/db/pool";
import { configureOwnerDatabase, ownerDatabaseUrl } from "@/test/process/owner-database";
import { switchDatabase } from "@/test/process/switch-database";

/**
 * Gives a test file its own migrated database, for tests that cannot share one. Call it at the
 * top of the file.
 */
export function takeOwnDatabase(): void {
  takeEmptyDatabase();
  beforeAll(async () => {
    await migrate(ownerDatabaseUrl(), "prisma/migrations", APPLICATION_ROLE);
  });
}

/** Gives a test file its own database without tables, for tests of migrations. */
export function takeEmptyDatabase(): void {
  const name = `own_${randomBytes(6).toString("hex")}`;
  const admin = new Client(inject("ownerDatabaseUrl"));

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    configureOwnerDatabase(addressOf(name, inject("ownerDatabaseUrl")));
    await switchDatabase(addressOf(name, inject("databaseUrl")));
  });

  afterAll(async () => {
    await closePool();
    // Not forced, because that cannot end an autovacuum, which this waits for.
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  });
}

/** Creates another database without tables for the running test. @returns its address for the owner of its tables */
export async function createDatabase(options = ""): Promise<string> {
  const name = `own_${randomBytes(6).toString("hex")}`;
  const admin = new Client(inject("ownerDatabaseUrl"));
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} ${options}`);
  onTestFinished(async () => {
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  });
  return addressOf(name, inject("ownerDatabaseUrl"));
}

/** The same server and role with another database. */
function addressOf(name: string, url: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
