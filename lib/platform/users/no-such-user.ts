import { ServiceError } from "@/lib/core/errors";

/** The error for an id that belongs to no person, or to one whose data was erased. */
export function noSuchUser(): ServiceError {
  return new ServiceError(
    "not_found",
    "There is no person with this id. Use the platform's id, or ours for an account that only exists here.",
  );
}
