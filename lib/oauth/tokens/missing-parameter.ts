import { ServiceError } from "@/lib/kernel/errors";

/**
 * The refusal of a request that lacks a parameter.
 * @param value what it should be, where the rest of the request tells
 */
export function missingParameter(name: string, value: string | null = null): ServiceError {
  return new ServiceError("invalid_request", `The parameter "${name}" is missing.`, {
    check: "parameter_present",
    fix: { kind: "set_parameter", name, value },
  });
}
