import { ServiceError } from "@/lib/core/errors";

/** The error for an id that belongs to no service key. */
export function noSuchServiceKey(): ServiceError {
  return new ServiceError("not_found", "There is no such service key. List them to see their ids.");
}
