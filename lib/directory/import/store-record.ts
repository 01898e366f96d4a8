import type { ParsedRecord } from "@/lib/directory/import/parse-record";
import { type Database, db, transaction } from "@/lib/kernel/db/client";
import { classifyOutage } from "@/lib/kernel/db/outage";
import { isWriteConflict } from "@/lib/kernel/db/write-conflict";
import { ServiceError } from "@/lib/kernel/errors";
import type { StoreStatus } from "@/lib/kernel/import-status";
import { log } from "@/lib/kernel/log";

const ATTEMPTS = 5;
const UNEXPECTED = "The service failed to store this line. Its log says why.";

/** Stores a record; an error is for the sender. Throws only if the import cannot go on. */
export type StoreRecord = (
  record: ParsedRecord,
) => Promise<{ status: StoreStatus } | { error: string }>;

/** Stores a record on its own, so that the others keep what they did if it fails. */
export const storeRecord: StoreRecord = async ({ type, record }) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const work = (database: Database) => type.store(database, record);
      const status = await (type.isOneStatement ? work(db()) : transaction(work));
      return { status };
    } catch (thrown) {
      if (attempt < ATTEMPTS && isWriteConflict(thrown)) continue;
      return { error: explain(thrown) };
    }
  }
};

/** Stores records in a transaction that will be rolled back, so that later lines see what earlier ones did. */
export function storeRecordIn(tx: Database): StoreRecord {
  return async ({ type, record }) => {
    await tx.$executeRaw`SAVEPOINT line`;
    try {
      const status = await type.store(tx, record);
      await tx.$executeRaw`RELEASE SAVEPOINT line`;
      return { status };
    } catch (thrown) {
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT line`;
      return { error: explain(thrown) };
    }
  };
}

function explain(thrown: unknown): string {
  if (thrown instanceof ServiceError) return thrown.message;
  if (classifyOutage(thrown)) throw thrown;
  log().error({ err: thrown }, "a line of an import failed");
  return UNEXPECTED;
}
