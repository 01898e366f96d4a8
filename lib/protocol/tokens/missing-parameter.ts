import { ServiceError } from "@/lib/core/errors";

/**
 * The error for a request without a parameter that it needs.
 * @param value what to send, if the rest of the request shows it
 */
export function missingParameter(name: string, value: string | null = null): ServiceError {
  const advice = value === null ? "" : ` Send ${name}=${value}.`;
  return new ServiceError("invalid_request", `The parameter "${name}" is missing.${advice}`, {
    check: "parameter_present",
    fix: { kind: "set_parameter", name, value },
  });
}
