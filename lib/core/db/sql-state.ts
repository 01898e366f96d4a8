/** SQLSTATE of a serialization failure and a deadlock (PostgreSQL, appendix A), and Prisma's code for both. */
const ROLLED_BACK = new Set(["40001", "40P01", "P2034"]);

/** SQLSTATE of a unique violation, and Prisma's code. */
const TAKEN = new Set(["23505", "P2002"]);

/** Whether PostgreSQL rolled a write back in favour of a concurrent one, so that the same write may succeed now. */
export function isRolledBack(thrown: unknown): boolean {
  return hasCode(thrown, ROLLED_BACK);
}

/** Whether a write found a value taken that must be unique. */
export function isTaken(thrown: unknown): boolean {
  return hasCode(thrown, TAKEN);
}

/** Whether a write collided with a concurrent one, so that it can be tried again. */
export function isWriteConflict(thrown: unknown): boolean {
  return isRolledBack(thrown) || isTaken(thrown);
}

function hasCode(thrown: unknown, codes: ReadonlySet<string>): boolean {
  const { sqlState, prismaCode } = sqlStateOf(thrown);
  return codes.has(sqlState ?? "") || codes.has(prismaCode ?? "");
}

/** The codes of an error by pg or Prisma. */
type ErrorCodes = {
  sqlState: string | undefined;
  prismaCode: string | undefined;
  /** The driver's error below Prisma's. */
  cause: unknown;
};

/** Reads the SQLSTATE of an error by pg or Prisma, and Prisma's own code. */
export function sqlStateOf(thrown: unknown): ErrorCodes {
  if (!(thrown instanceof Error))
    return { sqlState: undefined, prismaCode: undefined, cause: undefined };
  if (!thrown.name.startsWith("Prisma")) {
    return { sqlState: textAt(thrown, "code"), prismaCode: undefined, cause: undefined };
  }
  const cause = fieldAt(fieldAt(fieldAt(thrown, "meta"), "driverAdapterError"), "cause");
  return {
    sqlState: textAt(cause, "originalCode"),
    prismaCode: textAt(thrown, "code") ?? textAt(thrown, "errorCode"),
    cause,
  };
}

function fieldAt(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function textAt(value: unknown, name: string): string | undefined {
  const field = fieldAt(value, name);
  return typeof field === "string" ? field : undefined;
}
