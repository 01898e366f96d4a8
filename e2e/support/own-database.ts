import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { migrate } from "@/lib/db/migrate";
import { closePool, configureDatabase } from "@/lib/db/pool";

/**
 * Gives a test file a migrated database of its own, for what could not be told apart in the shared one
 * or would disturb others there. Call it at the top of the file.
 */
export function takeOwnDatabase(): void {
  const name = `own_${randomBytes(6).toString("hex")}`;
  const admin = new Client(inject("databaseUrl"));

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const address = new URL(inject("databaseUrl"));
    address.pathname = `/${name}`;
    await migrate(address.href, "prisma/migrations");
    configureDatabase(address.href);
  });

  afterAll(async () => {
    await closePool();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  });
}
