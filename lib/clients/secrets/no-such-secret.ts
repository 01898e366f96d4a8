import { ServiceError } from "@/lib/core/errors";

/** The same error for a secret that does not exist, has expired or belongs to another client. */
export function noSuchSecret(): ServiceError {
  return new ServiceError("not_found", "The client has no live secret with this id.");
}
