import {
  type AuditChoices,
  type AuditEntryRow,
  batchOfLog,
  CHOICES_TYPES,
  choicesOfLog,
  ENTRY_TYPES,
  type LogPartValues,
  type LogSql,
  logPartValues,
  type MatchValues,
  matchValues,
  partOfLog,
} from "@/lib/audit/list-sql";
import type { AuditFilter } from "@/lib/audit/query-schemas";
import type { ListPart } from "@/lib/core/db/list-sql";
import { sql } from "@/lib/core/db/sql";

type BatchValues = MatchValues & { belowId: string; limit: number };

/**
 * Declares the statements that read an audit log.
 *
 * @param name of the log in names of statements; kebab-case
 * @param log its SQL, which may use the values of an owner
 * @param choices what the filter choices need of it
 */
export function logStatements<Owner extends object>(
  name: string,
  log: LogSql,
  choices: Parameters<typeof choicesOfLog>[0] = log,
) {
  // Planned for its values: for an unknown limit, PostgreSQL expects a tenth of the log and reads all names.
  const list = sql<
    Owner & MatchValues & LogPartValues,
    { total: number } & (AuditEntryRow | { id: null })
  >(`list-${name}`, { total: "int4", ...ENTRY_TYPES }, partOfLog(log), { plan: "each time" });

  const readBatch = sql<Owner & BatchValues, AuditEntryRow>(
    `read-${name}-batch`,
    ENTRY_TYPES,
    batchOfLog(log),
  );

  const readChoices = sql<Owner, AuditChoices>(
    `read-${name}-choices`,
    CHOICES_TYPES,
    choicesOfLog(choices),
  );

  return {
    /** A part of the matching rows, newest first, with the number of matches. */
    async list(
      owner: Owner,
      filter: AuditFilter,
      part: ListPart,
    ): Promise<{ total: number; rows: AuditEntryRow[] }> {
      const match = matchValues(filter);
      const rows = await list({ ...owner, ...match, ...logPartValues(part, match) });
      return { total: rows[0]?.total ?? 0, rows: rows.filter((row) => row.id !== null) };
    },

    /** The newest matching rows below an id, newest first. */
    readBatch(
      owner: Owner,
      filter: AuditFilter,
      belowId: string,
      limit: number,
    ): Promise<AuditEntryRow[]> {
      return readBatch({ ...owner, ...matchValues(filter), belowId, limit });
    },

    /** Actions and actors of the newest entries. */
    async readChoices(owner: Owner): Promise<AuditChoices> {
      const [row] = await readChoices(owner);
      return row ?? { actions: [], actors: [] };
    },
  };
}
