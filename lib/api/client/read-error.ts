import type { z } from "zod";
import type { managementErrorSchema } from "@/lib/core/schemas/error-schemas";

type ManagementError = z.output<typeof managementErrorSchema>;

/**
 * Recognizes an error of the management API, as opposed to one from a proxy or another server.
 * @returns undefined for any other body
 */
export function readError(body: unknown): ManagementError | undefined {
  return isManagementError(body) ? body : undefined;
}

function isManagementError(body: unknown): body is ManagementError {
  return (
    isObject(body) &&
    typeof body.error === "string" &&
    typeof body.message === "string" &&
    typeof body.request_id === "string" &&
    Array.isArray(body.errors) &&
    body.errors.every(isFieldProblem)
  );
}

function isFieldProblem(value: unknown): boolean {
  return isObject(value) && typeof value.path === "string" && typeof value.message === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
