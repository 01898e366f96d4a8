import { ServiceError } from "@/lib/core/errors";

/** The error for an id that belongs to no organization. */
export function noSuchOrganization(): ServiceError {
  return new ServiceError(
    "not_found",
    "There is no organization with this id. Create it with a PUT.",
  );
}
