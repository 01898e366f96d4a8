/** One invalid field of a request: `path` as in its body, `message` for the person. */
export type FieldProblem = { path: string; message: string };

/** A request that the API refused, or that never got an answer of it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when there was no answer at all. */
  readonly status: number;
  /** Code of the error table; `unreachable` when there was no answer of ours. */
  readonly code: string;
  /** Empty when there was no answer of ours. */
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

/** There was no answer of ours: the connection is gone, or something else answered with `status`. */
export function unreachable(status: number, cause: unknown): ApiError {
  const message = "The service did not answer. Check your connection and try again.";
  return new ApiError(message, { status, code: "unreachable" }, cause);
}
