/** One invalid field of a request: `path` as in its body, `message` for people. */
export type FieldProblem = { path: string; message: string };

/** A request that the API rejected, or that received no response from it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 if there was no response at all. */
  readonly status: number;
  /** A code of the error table; `unreachable` if Latchkey did not respond. */
  readonly code: string;
  /** Empty if Latchkey did not respond. */
  readonly requestId: string;
  readonly fields: readonly FieldProblem[];

  constructor(
    message: string,
    facts: { status: number; code: string; requestId?: string; fields?: readonly FieldProblem[] },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId ?? "";
    this.fields = facts.fields ?? [];
  }
}

/** What pages of every language say in their own words. */
export const UNREACHABLE = "The service did not respond. Check your connection and try again.";

/** Latchkey did not respond: the connection is gone, or another server answered with `status`. */
export function unreachable(status: number, cause: unknown): ApiError {
  return new ApiError(UNREACHABLE, { status, code: "unreachable" }, cause);
}
