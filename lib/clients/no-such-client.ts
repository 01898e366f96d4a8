import { ServiceError } from "@/lib/errors";

/** The one answer for a client that does not exist, was deleted or is another organization's. */
export function noSuchClient(): ServiceError {
  return new ServiceError("not_found", "This organization has no such client.");
}
