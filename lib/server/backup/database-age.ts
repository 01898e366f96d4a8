import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { logFailure } from "@/lib/core/db/database-health";
import { first, sql } from "@/lib/core/db/sql";
import { readIfPresent } from "@/lib/core/process/read-if-present.mjs";
import { startBackgroundWork, wait, waitAtMost } from "@/lib/core/process/wait";

const FILE = "database-age.json";
const EVERY_MS = 60_000;
/** A database that does not respond must not delay a stop. */
const LAST_MS = 1_000;

const recordSchema = z.object({ machine: z.uuid(), at: z.iso.datetime() });

const readAge = sql<{ id: string }, { at: Date | null }>(
  "read-age-of-database",
  { at: "timestamptz?" },
  "SELECT max(checked_at) AS at FROM write_checks WHERE id IN (:id, 'restored')",
);

const writeAge = sql<{ id: string }, { at: Date }>(
  "write-age-of-database",
  { at: "timestamptz" },
  `INSERT INTO write_checks AS w (id) VALUES (:id)
   ON CONFLICT (id) DO UPDATE SET checked_at = greatest(w.checked_at, now()) RETURNING checked_at AS at`,
);

/**
 * Compares the database with its record in a data folder. If the database is not older, renews both: it keeps a record
 * for each folder, which one restored to an earlier time lacks. @returns what to tell people if it is older; else null
 */
export async function noteDatabaseAge(dataDir: string): Promise<string | null> {
  const file = join(dataDir, FILE);
  const stored = readIfPresent(file);
  const before = stored === null ? null : recordSchema.safeParse(JSON.parse(stored)).data;
  const machine = before?.machine ?? randomUUID();
  const id = `machine:${machine}`;
  const storedAt = first(await readAge({ id }))?.at ?? null;
  if (before && (storedAt === null || storedAt < new Date(before.at))) {
    // Everything that was restored is older than this.
    const since = storedAt ? new Date(storedAt.getTime() + EVERY_MS).toISOString() : "TIME";
    return `The database is older than at ${before.at}, so a backup was restored: codes, links, and invitations that were used since then work again, and revocations since then are undone. End what was open with: npm run latchkey -- restored --since ${since}`;
  }
  const written = first(await writeAge({ id }));
  if (!written) throw new Error("The age of the database was not stored");
  const text = `${JSON.stringify({ machine, at: written.at.toISOString() })}\n`;
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return null;
}

/** Lets every data folder accept the database as it is now. */
export const recordAsRestored = () => writeAge({ id: "restored" });

/** Records the database's age every minute and at the end: a crash records nothing. @returns a function to stop it */
export function startAgeWorker(dataDir: string): () => Promise<void> {
  return startBackgroundWork(async (signal) => {
    while (!signal.aborted) {
      await wait(EVERY_MS, { signal });
      const note = noteDatabaseAge(dataDir).catch((thrown: unknown) =>
        logFailure(thrown, "the age of the database was not recorded"),
      );
      await waitAtMost(note, signal.aborted ? LAST_MS : EVERY_MS);
    }
  });
}
