import type { z } from "zod";
import type { managementErrorSchema } from "@/lib/kernel/schemas/error-schemas";

type ManagementError = z.output<typeof managementErrorSchema>;

/**
 * Tells an error of the management API from what a proxy or another server may have answered in its
 * place.
 * @returns undefined for a body that is not ours
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
