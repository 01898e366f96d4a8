import { ServiceError } from "@/lib/core/errors";

/** The error for an id that belongs to no extension, or to a deleted one. */
export function noSuchClient(): ServiceError {
  return new ServiceError(
    "not_found",
    "There is no extension with this client_id, or it was deleted. List the extensions to see their ids.",
  );
}
