import { ServiceError } from "@/lib/core/errors";

/** A form with values that its schema rejects; most forms have a notice for it. */
export class InvalidFormError extends ServiceError {
  constructor() {
    super("invalid_request", "The form contains invalid values. Go back and correct them.");
  }
}
