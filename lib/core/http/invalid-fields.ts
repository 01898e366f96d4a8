import { type FieldError, ServiceError } from "@/lib/core/errors";

// The name of an unknown field comes from the caller and may be long.
const MAX_PATH_LENGTH = 200;

/** The error for invalid fields; the message names the first one. */
export function invalidFields(found: readonly FieldError[]): ServiceError {
  const fields = found.map(({ path, message }) => ({
    path: path.slice(0, MAX_PATH_LENGTH),
    message,
  }));
  const [first] = fields;
  const where = first?.path ? `${first.path}: ` : "";
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : "";
  return new ServiceError("invalid_request", `${where}${first?.message ?? "invalid"}${more}`, {
    fields,
  });
}
