import { ServiceError } from "@/lib/core/errors";

/** The same error for a person who does not exist or is not a member. */
export function noSuchMember(): ServiceError {
  return new ServiceError("not_found", "This organization has no such member.");
}
