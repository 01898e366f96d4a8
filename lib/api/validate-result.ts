import type { Json, JsonResult } from "@/lib/operation/returns";

/** The validated response of an operation. */
export type ValidatedResult = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
};

/** Validates the result of an operation against its schema. A PUT that created something returns 201. */
export function validateResult(
  { status, schema }: Json,
  { isNew, body, headers }: JsonResult<Json["schema"]>,
): ValidatedResult {
  return { status: isNew ? 201 : status, body: schema.parse(body), headers: headers ?? {} };
}
