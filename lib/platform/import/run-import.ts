import { recordPlatformChange } from "@/lib/audit/record-platform-change";
import { db, transaction } from "@/lib/core/db/client";
import type { Line } from "@/lib/core/http/read-lines";
import type { RequestInfo } from "@/lib/core/http/request-info";
import type { PlatformCaller } from "@/lib/operation/access/platform-caller";
import { platformActor } from "@/lib/operation/access/platform-caller";
import { importRecords, type LineResult } from "@/lib/platform/import/import-records";
import { mayGivePermissions } from "@/lib/platform/import/parse-record";
import type { Importer } from "@/lib/platform/import/record-types";
import { storeRecords, storeRecordsIn } from "@/lib/platform/import/store-record";

const DRY_RUN_MS = 30 * 60 * 1000;

/** Receives results in the order of the lines. @param end where the next line starts, in bytes */
export type Report = (results: readonly LineResult[], end: number) => void | Promise<void>;

/** Who runs an import. `caller` is null for an import from the shell. */
type ImportSource = {
  caller: PlatformCaller | null;
  info: Pick<RequestInfo, "ipAddress" | "requestId">;
};

function importerOf({ caller, info }: ImportSource): Importer {
  return {
    actor: caller ? platformActor(caller) : "operator:shell",
    info,
    mayGivePermissions: caller === null || mayGivePermissions(caller),
  };
}

/** Runs an import. Besides the entries of its records, it leaves one audit entry with the number of lines by their status. */
export async function runImport(
  lines: AsyncIterable<Line>,
  { caller, info }: ImportSource,
  report: Report,
): Promise<void> {
  const by = importerOf({ caller, info });
  const counts = noCounts();
  try {
    await importRecords(lines, {
      caller,
      store: storeRecords(by),
      parallel: true,
      report: async (results, end) => {
        for (const { status } of results) counts[status] += 1;
        await report(results, end);
      },
    });
  } finally {
    const change = { action: "directory.imported", target: `import:${info.requestId}` };
    await transaction((tx) =>
      recordPlatformChange(tx, by.actor, info, { ...change, after: counts }),
    );
  }
}

/** Lines by status, before the first. */
export function noCounts(): Record<LineResult["status"], number> {
  return { created: 0, updated: 0, unchanged: 0, failed: 0 };
}

class RollBackDryRun extends Error {}

/** Reports what an import would do and changes nothing. */
export async function dryRunImport(
  lines: AsyncIterable<Line>,
  { caller, info }: ImportSource,
  report: Report,
): Promise<void> {
  try {
    await db().$transaction(
      async (tx) => {
        const store = storeRecordsIn(tx, importerOf({ caller, info }));
        await importRecords(lines, { caller, store, parallel: false, report });
        throw new RollBackDryRun();
      },
      { timeout: DRY_RUN_MS },
    );
  } catch (thrown) {
    if (!(thrown instanceof RollBackDryRun)) throw thrown;
  }
}
