import { sqlStateOf, textAt } from "@/lib/core/db/sql-state";

/**
 * Why the database cannot do its work. `lost`: a connection broke during a statement, whose outcome is unknown.
 * `pooler`: something in between loses prepared statements.
 */
export const outageKinds = [
  "unreachable",
  "lost",
  "overloaded",
  "read_only",
  "full",
  "pooler",
] as const;
/** @see outageKinds */
export type OutageKind = (typeof outageKinds)[number];

/** An error caused by the state of the database rather than by a bug. */
export type Outage = {
  kind: OutageKind;
  /** SQLSTATE, system error or Prisma code, if any, and the message: for the log. */
  reason: string;
};

/** SQLSTATE (PostgreSQL, appendix A), and Prisma's own codes (prisma.io/docs/orm/reference/error-reference). */
const KIND_BY_CODE = kindsBy({
  unreachable: "08001 08004 28000 28P01 3D000 57P03 P1000 P1001 P1002 P1003 P1010 P1011",
  lost: "08000 08003 08006 08007 08P01 25P03 57P01 57P02 57P05 P1008 P1017",
  overloaded: "53000 53200 53300 53400 55P03 57014 P2024 P2028 P2037",
  read_only: "25006",
  full: "53100 58030",
  pooler: "26000 42P05",
});

const KIND_BY_SYSTEM_ERROR = kindsBy({
  unreachable:
    "EAI_AGAIN ECONNREFUSED EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH ENOENT ENOTFOUND",
  lost: "ECONNABORTED ECONNRESET EPIPE ETIMEDOUT",
});

function kindsBy(codes: Partial<Record<OutageKind, string>>): ReadonlyMap<string, OutageKind> {
  const listed = outageKinds.flatMap((kind) =>
    (codes[kind]?.split(" ") ?? []).map((code) => [code, kind] as const),
  );
  return new Map(listed);
}

/** What fails on a socket, as opposed to a file, which may be missing as well. */
const SOCKET_CALLS = new Set(["connect", "getaddrinfo", "read", "write"]);

/** Severities after which PostgreSQL closes the connection (PostgreSQL, 55.8). */
const ENDS_CONNECTION = new Set(["FATAL", "PANIC"]);

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

/** Classifies an outage thrown by pg, its pool, or Prisma; `undefined` for others, such as a violated constraint. */
export function classifyOutage(thrown: unknown): Outage | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return fromPrisma(thrown) ?? fromDriver(thrown);
}

function fromDriver(error: Error): Outage | undefined {
  const code = textAt(error, "code") ?? "";
  const listedKind = KIND_BY_MESSAGE[error.message] ?? KIND_BY_CODE.get(code);
  // Other parts of the service meet system errors too; those of a database socket come unwrapped.
  const onSocket = SOCKET_CALLS.has(textAt(error, "syscall") ?? "");
  const system = onSocket ? KIND_BY_SYSTEM_ERROR.get(code) : undefined;
  const kind = listedKind ?? system ?? fromSeverity(error);
  return kind && { kind, reason: code ? `${code}: ${error.message}` : error.message };
}

// Prisma's messages quote source code, so the log gets the driver's message.
function fromPrisma(error: Error): Outage | undefined {
  if (!error.name.startsWith("Prisma")) return undefined;
  const { sqlState, prismaCode, cause } = sqlStateOf(error);
  const kind =
    KIND_BY_CODE.get(sqlState ?? "") ?? KIND_BY_CODE.get(prismaCode ?? "") ?? fromSeverity(cause);
  if (!kind) return undefined;
  const message = textAt(cause, "originalMessage") ?? textAt(cause, "kind") ?? "no connection";
  return { kind, reason: `${sqlState ?? prismaCode}: ${message}` };
}

/** An error without a code of its own above that ended the connection, or that kept it from being opened. */
function fromSeverity(error: unknown): OutageKind | undefined {
  return ENDS_CONNECTION.has(textAt(error, "severity") ?? "") ? "lost" : undefined;
}
