import { ServiceError } from "@/lib/core/errors";

/** The error for an id that belongs to no company. */
export function noSuchCompany(): ServiceError {
  return new ServiceError("not_found", "There is no company with this id. Create it with a PUT.");
}
