import { type FieldError, ServiceError } from "@/lib/core/errors";

// The name of an unknown field comes from the caller and may be long.
const MAX_PATH_LENGTH = 200;

/** A body has room for thousands of mistakes, and to explain one takes time. */
export const MAX_EXPLAINED = 10;

/** The error for invalid fields, whose message names the first. @param explained at most {@link MAX_EXPLAINED} */
export function invalidFields(
  explained: readonly FieldError[],
  count = explained.length,
): ServiceError {
  const fields = explained.map(({ path, message }) => ({
    path: path.slice(0, MAX_PATH_LENGTH),
    message,
  }));
  const [first] = fields;
  const where = first?.path ? `${first.path}: ` : "";
  const message = `${where}${first?.message ?? "invalid"}${inWords(count - 1, count > fields.length)}`;
  return new ServiceError("invalid_request", message, { fields });
}

function inWords(more: number, areLeftOut: boolean): string {
  if (more < 1) return "";
  return areLeftOut
    ? ` (and ${more} more; errors has the first ${MAX_EXPLAINED})`
    : ` (and ${more} more)`;
}
