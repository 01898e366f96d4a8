import { ServiceError } from "@/lib/kernel/errors";

/** The one answer for a secret that does not exist, has ended or is another client's. */
export function noSuchSecret(): ServiceError {
  return new ServiceError("not_found", "The client has no such live secret.");
}
