import { parseArgs } from "node:util";
import { configureEnv } from "@/lib/core/env/env";
import { checkUpgrade, type PendingMigration, type TimedLock } from "@/lib/server/check-upgrade";
import { migrateDatabase, openDatabase } from "@/lib/server/open-database";
import { print } from "@/scripts/step.mjs";
import { UsageError, withDatabase } from "./command";

/** Applies missing migrations and grants the service's role its rights, as a start does, and does not serve. */
export async function migrate(args: string[]): Promise<boolean> {
  if (args.length > 0) throw new UsageError();
  const database = await openDatabase(configureEnv());
  try {
    print(`Migrations: ${await migrateDatabase(database)}`);
  } finally {
    await database.close();
  }
  return true;
}

const numbers = new Intl.NumberFormat("en-GB");

/** Prints what the migrations of this version would lock in the database, for how long roughly, and what they need. */
export async function checkNextUpgrade(args: string[]): Promise<boolean> {
  parseArgs({ args });
  const pending = await withDatabase("upgrade check", () => checkUpgrade());
  if (pending.length === 0) process.stdout.write("The database has every migration.\n");
  for (const migration of pending) process.stdout.write(explain(migration));
  return true;
}

function explain({ name, locks, needs }: PendingMigration): string {
  const waiting = locks.filter(({ blocks }) => blocks !== "changes of the same rows");
  // A migration is one transaction, which keeps each lock to its end.
  const seconds = locks.reduce((sum, lock) => sum + lock.seconds, 0);
  const longest =
    waiting.length === 0 ? "nothing has to wait" : `locks for about ${inWords(seconds)}`;
  return [
    `${name}: ${longest}`,
    ...locks.map((lock) => `  ${describeLock(lock)}`),
    ...needs.map((need) => `  needs ${need}`),
    "",
  ].join("\n");
}

function describeLock({ table, blocks, work, rows, bytes, seconds }: TimedLock): string {
  const size = `${numbers.format(rows)} rows, ${numbers.format(Math.ceil(bytes / 1e6))} MB`;
  const space =
    work === "writes the table" || work === "builds an index" ? ", needs disk space for that" : "";
  const time = work === "none" ? "for a moment" : `${work}: about ${inWords(seconds)}${space}`;
  return `${table} (${size}): ${blocks} wait, ${time}`;
}

function inWords(seconds: number): string {
  if (seconds < 1) return "a second";
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
}
