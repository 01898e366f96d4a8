import type { ServiceError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";

/** The error for a field that only an existing record may leave out. @param record with its article */
export function missingField(field: string, record: string): ServiceError {
  return invalidFields([{ path: field, message: `is required to create ${record}` }]);
}
