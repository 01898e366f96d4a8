import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { type Prisma, PrismaClient } from "@/lib/core/db/generated/client";
import { pool } from "@/lib/core/db/pool";
import { processState } from "@/lib/core/process/process-state";

const state = (): { held?: { pool: Pool; client: PrismaClient } } =>
  processState("prisma", () => ({}));

/** The Prisma client of the process, on the pool that hot statements share. */
export function db(): PrismaClient {
  const current = state();
  if (current.held?.pool !== pool()) current.held = connect(pool());
  return current.held.client;
}

const MAX_NAMED_STATEMENTS = 1_000;

function connect(pool: Pool) {
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: statementNamer(MAX_NAMED_STATEMENTS),
  });
  return { pool, client: new PrismaClient({ adapter }) };
}

/** What queries inside and outside a transaction have in common. */
export type Database = Prisma.TransactionClient;

/**
 * Runs `work` in one transaction (read committed), which an error rolls back. It must use the client it receives, and
 * be fast, because it holds a connection. @param timeout in milliseconds
 */
export function transaction<T>(work: (tx: Database) => Promise<T>, timeout = 10_000): Promise<T> {
  return db().$transaction(work, { maxWait: 5_000, timeout });
}

const UNNAMED = "";

/**
 * Names Prisma statements so that PostgreSQL plans each once per connection. Equal texts get equal names in every process.
 * @param most Statements after these (lists of varying length keep producing new ones) stay unnamed, because a connection
 * keeps named ones until it closes.
 */
export function statementNamer(most: number): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const storedName = names.get(sql);
    if (storedName !== undefined) return storedName;
    if (names.size >= most) return UNNAMED;
    const name = `p_${createHash("sha256").update(sql).digest("base64url").slice(0, 22)}`;
    names.set(sql, name);
    return name;
  };
}
