import {
  classifyOutage,
  DATABASE_SILENT,
  type Outage,
  type OutageKind,
  outageKinds,
} from "@/lib/core/db/outage";
import { REQUEST_ID_HEADER } from "@/lib/core/http/request-info";
import { processState } from "@/lib/core/process/process-state";
import { log } from "@/lib/core/telemetry/log";
import { counter } from "@/lib/core/telemetry/metrics";

/** An outage hits every request at once, so the log gets its first line and then one per second. */
const LINE_EVERY_MS = 1_000;
const AWAY_MS = 1_000;

/** What this process knows about the database. Times are those of `performance.now()`. */
type Health = {
  /** When an outage of each kind was last seen. */
  metAt: Partial<Record<OutageKind, number>>;
  answeredAt: number;
  isSilent: boolean;
  /** Until the next line of the log. */
  pause?: NodeJS.Timeout;
  suppressed: number;
};

const health = (): Health =>
  processState("database-health", () => ({
    metAt: {},
    answeredAt: 0,
    isSilent: false,
    suppressed: 0,
  }));

const outages = counter(
  {
    name: "latchkey_database_outages_total",
    help: "Statements, connections, and checks that failed because of the state of the database, by kind.",
    labels: ["kind"],
  },
  outageKinds.map((kind) => ({ kind })),
);

/** Notes that the database has sent something. */
export function noteAnswer(): void {
  health().answeredAt = performance.now();
}

/** When the database last sent anything, by `performance.now()`. */
export function databaseAnsweredAt(): number {
  return health().answeredAt;
}

/** Sets whether the database is silent, as {@link isDatabaseSilent} says from then on. */
export function setDatabaseSilent(isSilent: boolean): void {
  health().isSilent = isSilent;
  if (isSilent) reportOutage({ kind: "unreachable", reason: DATABASE_SILENT });
}

/** Whether the database answers on no connection, open or new. Until it does, whatever is sent would only wait. */
export function isDatabaseSilent(): boolean {
  return health().isSilent;
}

/** Whether the database is silent, or was lost or out of reach within the last second. */
export function isDatabaseAway(): boolean {
  const kinds = ["unreachable", "lost", "overloaded"] as const;
  return isDatabaseSilent() || kinds.some((kind) => sinceOutageMs(kind) < AWAY_MS);
}

/** Milliseconds since an outage of this kind was last seen. */
export function sinceOutageMs(kind: OutageKind): number {
  return performance.now() - (health().metAt[kind] ?? Number.NEGATIVE_INFINITY);
}

/** Notes an outage that others log. */
export function noteOutage(kind: OutageKind): void {
  outages().inc({ kind });
  health().metAt[kind] = performance.now();
}

/** Notes an outage and logs it, at most once a second; the next line counts the ones skipped. */
export function reportOutage(outage: Outage, fields: Record<string, unknown> = {}): void {
  noteOutage(outage.kind);
  const state = health();
  if (state.pause) state.suppressed += 1;
  else writeLine(outage, fields);
}

function writeLine(outage: Outage, fields: Record<string, unknown>): void {
  log().error({ ...outage, ...fields }, "database outage");
  const state = health();
  state.pause = setTimeout(() => {
    const { suppressed } = state;
    state.suppressed = 0;
    delete state.pause;
    if (suppressed > 0) writeLine(outage, { suppressed });
  }, LINE_EVERY_MS).unref();
}

/** Logs a failure without a request to report it to: with its stack trace, unless it is an outage. */
export function logFailure(
  thrown: unknown,
  message: string,
  fields: Record<string, unknown> = {},
): void {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, fields);
  else log().error({ err: thrown, ...fields }, message);
}

/** Reports an outage that made a page fail, to which the request listener then responds with 503 instead of 500. */
export function reportPageOutage(
  thrown: unknown,
  headers: Record<string, string | string[] | undefined>,
): void {
  const outage = classifyOutage(thrown);
  if (outage) reportOutage(outage, { request_id: headers[REQUEST_ID_HEADER] });
}
