import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { type Prisma, PrismaClient } from "@/lib/core/db/generated/client";
import { pool } from "@/lib/core/db/pool";
import { statementName } from "@/lib/core/db/statement-name";
import { processState } from "@/lib/core/process-state";

const state = (): { held?: { pool: Pool; client: PrismaClient } } =>
  processState("prisma", () => ({}));

/** The Prisma client of the process, on the pool that hot statements share. */
export function db(): PrismaClient {
  const current = state();
  if (current.held?.pool !== pool()) current.held = connect(pool());
  return current.held.client;
}

function connect(pool: Pool) {
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementName });
  return { pool, client: new PrismaClient({ adapter }) };
}

/** What queries inside and outside a transaction have in common. */
export type Database = Prisma.TransactionClient;

/**
 * Runs `work` in one transaction (read committed); an error rolls everything back.
 *
 * @param work Must use the client it receives, and must be fast: it holds a connection.
 */
export function transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> {
  return db().$transaction(work, { maxWait: 5_000, timeout: 10_000 });
}
