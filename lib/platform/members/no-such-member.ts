import { ServiceError } from "@/lib/core/errors";

/** The error for a person who is not a member. */
export function noSuchMember(): ServiceError {
  return new ServiceError(
    "not_found",
    "There is no member with this id. List the members to see their ids.",
  );
}
