import type { ServiceError } from "@/lib/core/errors";
import { invalidFields } from "@/lib/core/http/invalid-fields";

/** What storing a record did. Storing the same again changes nothing. */
export type Stored<Row> =
  | { status: "created"; before: null; row: Row }
  | { status: "updated"; before: Row; row: Row }
  | { status: "unchanged"; before: Row; row: Row };

/** The error for a field that only an existing record may leave out. @param record with its article */
export function missingField(field: string, record: string): ServiceError {
  return invalidFields([{ path: field, message: `is required to create ${record}` }]);
}
