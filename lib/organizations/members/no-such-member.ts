import { ServiceError } from "@/lib/kernel/errors";

/** The one answer for a person who does not exist or is no member here. */
export function noSuchMember(): ServiceError {
  return new ServiceError("not_found", "This organization has no such member.");
}
