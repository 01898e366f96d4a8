import { sqlStateOf, textAt } from "@/lib/core/db/sql-state";

/**
 * Why the database cannot do its work. `lost`: a connection broke during a statement, whose outcome is unknown.
 * `pooler`: something in between loses prepared statements.
 */
export type OutageKind = "unreachable" | "lost" | "overloaded" | "read_only" | "full" | "pooler";

/** An error caused by the state of the database rather than by a bug. */
export type Outage = {
  kind: OutageKind;
  /** SQLSTATE, system error or Prisma code, if any, and the message: for the log. */
  reason: string;
};

/** SQLSTATE (PostgreSQL, appendix A), including those PostgreSQL sends as it ends a connection. */
const KIND_BY_SQLSTATE: Readonly<Record<string, OutageKind>> = {
  "08000": "lost",
  "08001": "unreachable",
  "08003": "lost",
  "08004": "unreachable",
  "08006": "lost",
  "08007": "lost",
  "08P01": "lost",
  "25006": "read_only",
  "25P03": "lost",
  "26000": "pooler",
  "28000": "unreachable",
  "28P01": "unreachable",
  "3D000": "unreachable",
  "42P05": "pooler",
  "53000": "overloaded",
  "53100": "full",
  "53200": "overloaded",
  "53300": "overloaded",
  "53400": "overloaded",
  "55P03": "overloaded",
  "57014": "overloaded",
  "57P01": "lost",
  "57P02": "lost",
  "57P03": "unreachable",
  "57P05": "lost",
  "58030": "full",
};

const KIND_BY_SYSTEM_ERROR: Readonly<Record<string, OutageKind>> = {
  EAI_AGAIN: "unreachable",
  ECONNREFUSED: "unreachable",
  EHOSTDOWN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENOENT: "unreachable",
  ENOTFOUND: "unreachable",
  ECONNABORTED: "lost",
  ECONNRESET: "lost",
  EPIPE: "lost",
  ETIMEDOUT: "lost",
};

/** What fails on a socket, as opposed to a file, which may be missing as well. */
const SOCKET_CALLS = new Set(["connect", "getaddrinfo", "read", "write"]);

/** Severities after which PostgreSQL closes the connection (PostgreSQL, 55.8). */
const ENDS_CONNECTION = new Set(["FATAL", "PANIC"]);

/** Prisma's own errors (https://www.prisma.io/docs/orm/reference/error-reference). */
const KIND_BY_PRISMA_CODE: Readonly<Record<string, OutageKind>> = {
  P1000: "unreachable",
  P1001: "unreachable",
  P1002: "unreachable",
  P1003: "unreachable",
  P1008: "lost",
  P1010: "unreachable",
  P1011: "unreachable",
  P1017: "lost",
  P2024: "overloaded",
  P2028: "overloaded",
  P2037: "overloaded",
};

/** The message of the error for a request that was not taken because too many wait; it has no effect. */
export const QUEUE_FULL = "Too many requests are waiting for the database.";
/** The message of the error for a request whose statement did not start in time; it has no effect. */
export const WAITED_TOO_LONG = "The database did not take the request in time.";

/** The message of the error for a request that was not sent because the database is silent; it has no effect. */
export const DATABASE_SILENT = "The database does not respond.";

/** Errors of pg, its pool and our queues that have no code. */
const KIND_BY_MESSAGE: Readonly<Record<string, OutageKind>> = {
  "Cannot use a pool after calling end on the pool": "unreachable",
  "Client has encountered a connection error and is not queryable": "lost",
  "Client was closed and is not queryable": "lost",
  "Connection terminated": "lost",
  "Connection terminated due to connection timeout": "unreachable",
  "Connection terminated unexpectedly": "lost",
  "timeout exceeded when trying to connect": "overloaded",
  [DATABASE_SILENT]: "unreachable",
  [QUEUE_FULL]: "overloaded",
  [WAITED_TOO_LONG]: "overloaded",
};

/**
 * Distinguishes database outages from all other errors; the only place that does.
 *
 * @param thrown By pg, its pool, or Prisma.
 * @returns `undefined` if it is something else, such as a violated constraint.
 */
export function classifyOutage(thrown: unknown): Outage | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return fromPrisma(thrown) ?? fromDriver(thrown);
}

function fromDriver(error: Error): Outage | undefined {
  const code = textAt(error, "code");
  const listedKind = KIND_BY_MESSAGE[error.message] ?? (code && KIND_BY_SQLSTATE[code]);
  // Other parts of the service meet system errors too; those of a database socket come unwrapped.
  const onSocket = SOCKET_CALLS.has(textAt(error, "syscall") ?? "");
  const system = onSocket && code ? KIND_BY_SYSTEM_ERROR[code] : undefined;
  const kind = listedKind || system || fromSeverity(error);
  return kind && { kind, reason: code ? `${code}: ${error.message}` : error.message };
}

// Prisma's messages quote source code, so the log gets the driver's message.
function fromPrisma(error: Error): Outage | undefined {
  if (!error.name.startsWith("Prisma")) return undefined;
  const { sqlState, prismaCode, cause } = sqlStateOf(error);
  const kind =
    (sqlState && KIND_BY_SQLSTATE[sqlState]) ||
    (prismaCode && KIND_BY_PRISMA_CODE[prismaCode]) ||
    fromSeverity(cause);
  if (!kind) return undefined;
  const message = textAt(cause, "originalMessage") ?? textAt(cause, "kind") ?? "no connection";
  return { kind, reason: `${sqlState ?? prismaCode}: ${message}` };
}

/** An error without a code of its own above that ended the connection, or that kept it from being opened. */
function fromSeverity(error: unknown): OutageKind | undefined {
  return ENDS_CONNECTION.has(textAt(error, "severity") ?? "") ? "lost" : undefined;
}
