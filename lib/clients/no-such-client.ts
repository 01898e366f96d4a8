import { ServiceError } from "@/lib/core/errors";

/** The same error for a client that does not exist, was deleted or belongs to another organization. */
export class NoSuchClientError extends ServiceError {
  constructor(message = "This organization has no such client.") {
    super("not_found", message);
  }
}

/** What to throw for it. */
export function noSuchClient(): NoSuchClientError {
  return new NoSuchClientError();
}
