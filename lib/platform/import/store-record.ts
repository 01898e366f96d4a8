import type { StoreOutcome } from "@/lib/audit/record-change";
import { type Database, transaction } from "@/lib/core/db/client";
import { classifyOutage } from "@/lib/core/db/outage";
import { sql } from "@/lib/core/db/sql";
import { isWriteConflict } from "@/lib/core/db/sql-state";
import { ServiceError } from "@/lib/core/errors";
import { log } from "@/lib/core/telemetry/log";
import type { StoreStatus } from "@/lib/core/values/import-status";
import type { Importer, Outcome, ParsedRecord } from "@/lib/platform/import/record-types";
import { recordAllEverywhere } from "@/lib/platform/stored";

const ATTEMPTS = 5;
/** Errors that may be caused by the failure of an earlier line. */
const CASCADES: ReadonlySet<string> = new Set(["not_found", "invalid_scope"]);
const UNEXPECTED = "The service failed to store this line. Its log says why.";

/** What became of a record; an error is for the sender. `isCascade` if it may follow from an earlier one. */
export type Result = { status: StoreStatus } | { error: string; isCascade: boolean };

type Together = (work: (database: Database) => Promise<Outcome[]>) => Promise<Outcome[]>;

/** Stores records of one type that share no key, each with a result. Throws only if the import cannot go on. */
export type StoreRecords = (records: readonly ParsedRecord[]) => Promise<Result[]>;

/**
 * Stores records together where their type can, and the others each in a transaction of its own, so that all keep what
 * they did if one fails. Each transaction ends with its entries in the audit logs, because their chains admit one
 * transaction after the other.
 */
export function storeRecords(by: Importer): StoreRecords {
  const together: Together = (storeMany) =>
    transaction(async (tx) => {
      const outcomes = await storeMany(tx);
      const entries = outcomes.flatMap((outcome) =>
        outcome === null || outcome instanceof ServiceError ? [] : outcome.entries,
      );
      await recordAllEverywhere(tx, by, entries);
      return outcomes;
    });
  return (records) => storeTogetherOr((record) => storeAlone(record, by), together, records);
}

const SAVEPOINT = {
  set: sql("set-savepoint", {}, "SAVEPOINT line"),
  release: sql("release-savepoint", {}, "RELEASE SAVEPOINT line"),
  rollBack: sql("roll-back-to-savepoint", {}, "ROLLBACK TO SAVEPOINT line"),
};

/** Stores records in a transaction that will be rolled back, so that later lines see what earlier ones did. */
export function storeRecordsIn(tx: Database, by: Importer): StoreRecords {
  const inSavepoint = async <T>(work: (tx: Database) => Promise<T>): Promise<T> => {
    await SAVEPOINT.set({}, tx);
    try {
      const result = await work(tx);
      await SAVEPOINT.release({}, tx);
      return result;
    } catch (thrown) {
      await SAVEPOINT.rollBack({}, tx);
      throw thrown;
    }
  };
  const alone = async ({ type, record }: ParsedRecord): Promise<Result> => {
    try {
      return resultOf(await inSavepoint((inner) => type.store(inner, record, by)));
    } catch (thrown) {
      return explain(thrown);
    }
  };
  return (records) => storeTogetherOr(alone, inSavepoint, records);
}

async function storeAlone({ type, record }: ParsedRecord, by: Importer): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction(async (tx) => {
        const outcome = await type.store(tx, record, by);
        await recordAllEverywhere(tx, by, outcome.entries);
        return resultOf(outcome);
      });
    } catch (thrown) {
      if (attempt < ATTEMPTS && isWriteConflict(thrown)) continue;
      return explain(thrown);
    }
  }
}

async function storeTogetherOr(
  alone: (record: ParsedRecord) => Promise<Result>,
  run: Together,
  records: readonly ParsedRecord[],
): Promise<Result[]> {
  const outcomes = await storeTogether(run, records);
  const results: Result[] = [];
  for (const [index, record] of records.entries()) {
    const outcome = outcomes[index] ?? null;
    if (outcome === null) results.push(await alone(record));
    else results.push(resultOf(outcome));
  }
  return results;
}

// If a statement for many fails, no record of it is stored, and each is tried alone; that one then has the error.
async function storeTogether(run: Together, records: readonly ParsedRecord[]): Promise<Outcome[]> {
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

function resultOf(outcome: StoreOutcome | ServiceError): Result {
  if (!(outcome instanceof ServiceError)) return { status: outcome.status };
  return { error: outcome.message, isCascade: CASCADES.has(outcome.code) };
}

function explain(thrown: unknown): Result {
  if (thrown instanceof ServiceError) return resultOf(thrown);
  if (classifyOutage(thrown)) throw thrown;
  log().error({ err: thrown }, "a line of an import failed");
  return { error: UNEXPECTED, isCascade: false };
}
