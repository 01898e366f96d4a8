/** The codes of an error by pg or Prisma. */
export type ErrorCodes = {
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

/** A text field of an unknown value. */
export function textAt(value: unknown, name: string): string | undefined {
  const field = fieldAt(value, name);
  return typeof field === "string" ? field : undefined;
}
