import {
  classifyOutage,
  DATABASE_SILENT,
  type Outage,
  type OutageKind,
} from "@/lib/core/db/outage";
import { log } from "@/lib/core/log";
import { processState } from "@/lib/core/process-state";

/** An outage hits every request at once, so the log gets its first line and then one per second. */
const LINE_EVERY_MS = 1_000;
const AWAY_MS = 1_000;

type Health = {
  /** When an outage of each kind was last seen, by `performance.now()`. */
  metAt: Partial<Record<OutageKind, number>>;
  loggedAt: number;
  suppressed: number;
  isSilent: boolean;
};

const health = (): Health =>
  processState("database-health", () => ({
    metAt: {},
    loggedAt: Number.NEGATIVE_INFINITY,
    suppressed: 0,
    isSilent: false,
  }));

/** Notes an outage that others log. */
export function noteOutage(kind: OutageKind): void {
  health().metAt[kind] = performance.now();
}

/** Whether the database is silent, or was lost or out of reach within the last second. */
export function isDatabaseAway(): boolean {
  const away = Math.min(
    sinceOutageMs("unreachable"),
    sinceOutageMs("lost"),
    sinceOutageMs("overloaded"),
  );
  return isDatabaseSilent() || away < AWAY_MS;
}

/** Sets whether the database is silent, as {@link isDatabaseSilent} says from then on. */
export function setDatabaseSilent(isSilent: boolean): void {
  health().isSilent = isSilent;
  if (isSilent) reportOutage({ kind: "unreachable", reason: DATABASE_SILENT });
}

/**
 * Whether the database answers on no connection, neither on those that are open nor on a new one. Until it does, whatever
 * is sent to it would only wait.
 */
export function isDatabaseSilent(): boolean {
  return health().isSilent;
}

/** Milliseconds since an outage of this kind was last seen. */
export function sinceOutageMs(kind: OutageKind): number {
  return performance.now() - (health().metAt[kind] ?? Number.NEGATIVE_INFINITY);
}

/**
 * Notes an outage and logs it without a stack trace, at most once a second; the next line counts the ones skipped.
 *
 * @param fields For the line, such as `request_id`.
 */
export function reportOutage(outage: Outage, fields: Record<string, unknown> = {}): void {
  const now = performance.now();
  const state = health();
  noteOutage(outage.kind);
  if (now - state.loggedAt >= LINE_EVERY_MS) {
    writeLine({ ...outage, ...fields });
    return;
  }
  state.suppressed += 1;
  if (state.suppressed > 1) return;
  // Counts the last ones of an outage too.
  setTimeout(
    () => {
      if (health().suppressed > 0) writeLine(outage);
    },
    state.loggedAt + LINE_EVERY_MS - now,
  ).unref();
}

function writeLine(fields: Record<string, unknown>): void {
  const state = health();
  const { suppressed } = state;
  state.suppressed = 0;
  state.loggedAt = performance.now();
  log().error({ ...fields, ...(suppressed > 0 && { suppressed }) }, "database outage");
}

/**
 * Logs a failure that has no request to report it to: with its stack trace, unless the database is out of reach, which
 * counts as one outage.
 *
 * @param fields For the line, such as `request_id`.
 */
export function logFailure(
  thrown: unknown,
  message: string,
  fields: Record<string, unknown> = {},
): void {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, fields);
  else log().error({ err: thrown, ...fields }, message);
}
