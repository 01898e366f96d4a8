import { ServiceError } from "@/lib/core/errors";

/** The same error for an invitation that does not exist here or is no longer open. */
export function noSuchInvitation(): ServiceError {
  return new ServiceError("not_found", "This organization has no open invitation with this id.");
}
