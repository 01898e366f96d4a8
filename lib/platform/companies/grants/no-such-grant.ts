import { ServiceError } from "@/lib/core/errors";

/** The error for an extension to which the company grants nothing. */
export function noSuchGrant(): ServiceError {
  return new ServiceError(
    "not_found",
    "The company has not granted this extension anything. List its grants to see which there are.",
  );
}
