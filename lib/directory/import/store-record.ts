import type { ParsedRecord } from "@/lib/directory/import/parse-record";
import type { Outcome } from "@/lib/directory/import/record-types";
import { type Database, db, transaction } from "@/lib/kernel/db/client";
import { classifyOutage } from "@/lib/kernel/db/outage";
import { isWriteConflict } from "@/lib/kernel/db/write-conflict";
import { ServiceError } from "@/lib/kernel/errors";
import type { StoreStatus } from "@/lib/kernel/import-status";
import { log } from "@/lib/kernel/log";

const ATTEMPTS = 5;
const UNEXPECTED = "The service failed to store this line. Its log says why.";

/** What became of a record; an error is for the sender. */
type Result = { status: StoreStatus } | { error: string };

/**
 * Stores records of one type that share no key, and returns a result for each. Throws only if the import cannot go on.
 */
export type StoreRecords = (records: readonly ParsedRecord[]) => Promise<Result[]>;

/**
 * Stores records together where their type can, and the others each in a transaction of its own, so that all keep what
 * they did if one fails.
 */
export const storeRecords: StoreRecords = (records) =>
  storeTogetherOr(storeAlone, (storeMany) => storeMany(db()), records);

/** Stores records in a transaction that will be rolled back, so that later lines see what earlier ones did. */
export function storeRecordsIn(tx: Database): StoreRecords {
  const inSavepoint = async <T>(work: (tx: Database) => Promise<T>): Promise<T> => {
    await tx.$executeRaw`SAVEPOINT line`;
    try {
      const done = await work(tx);
      await tx.$executeRaw`RELEASE SAVEPOINT line`;
      return done;
    } catch (thrown) {
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT line`;
      throw thrown;
    }
  };
  const alone = async ({ type, record }: ParsedRecord): Promise<Result> => {
    try {
      return { status: await inSavepoint((inner) => type.store(inner, record)) };
    } catch (thrown) {
      return { error: explain(thrown) };
    }
  };
  return (records) => storeTogetherOr(alone, inSavepoint, records);
}

async function storeAlone({ type, record }: ParsedRecord): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { status: await transaction((tx) => type.store(tx, record)) };
    } catch (thrown) {
      if (attempt < ATTEMPTS && isWriteConflict(thrown)) continue;
      return { error: explain(thrown) };
    }
  }
}

async function storeTogetherOr(
  alone: (record: ParsedRecord) => Promise<Result>,
  run: (work: (database: Database) => Promise<Outcome[]>) => Promise<Outcome[]>,
  records: readonly ParsedRecord[],
): Promise<Result[]> {
  const outcomes = await storeTogether(run, records);
  const results: Result[] = [];
  for (const [index, record] of records.entries()) {
    const outcome = outcomes[index] ?? null;
    if (outcome === null) results.push(await alone(record));
    else if (typeof outcome === "string") results.push({ status: outcome });
    else results.push({ error: outcome.message });
  }
  return results;
}

// If a statement for many fails, no record of it is stored, and each is tried alone; that one then has the error.
async function storeTogether(
  run: (work: (database: Database) => Promise<Outcome[]>) => Promise<Outcome[]>,
  records: readonly ParsedRecord[],
): Promise<Outcome[]> {
  const storeMany = records[0]?.type.storeMany;
  if (!storeMany || records.length < 2) return [];
  try {
    return await run((database) =>
      storeMany(
        database,
        records.map(({ record }) => record),
      ),
    );
  } catch (thrown) {
    if (classifyOutage(thrown)) throw thrown;
    log().warn({ err: thrown }, "records of an import are stored one by one");
    return [];
  }
}

function explain(thrown: unknown): string {
  if (thrown instanceof ServiceError) return thrown.message;
  if (classifyOutage(thrown)) throw thrown;
  log().error({ err: thrown }, "a line of an import failed");
  return UNEXPECTED;
}
