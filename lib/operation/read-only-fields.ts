import { z } from "zod";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import type { RoutedOperation } from "@/lib/operation/operation";

type Definition = Pick<RoutedOperation, "ignoresReadOnlyFields" | "params" | "body" | "returns">;

/** The fields that an object has in responses only. */
function readOnlyFields({ ignoresReadOnlyFields, body, returns }: Definition): string[] {
  if (!ignoresReadOnlyFields || returns.kind !== "json") return [];
  if (!body || !(returns.schema instanceof z.ZodObject)) return [];
  return Object.keys(returns.schema.shape).filter((name) => !Object.hasOwn(body.shape, name));
}

/**
 * A body without its read-only fields.
 * @param path the parameters of the path, as sent
 * @throws ServiceError invalid_request for an id that is not the one in the path
 */
export function withoutReadOnlyFields(
  operation: Definition,
  body: unknown,
  path: Readonly<Record<string, unknown>>,
): unknown {
  const readOnly = new Set(readOnlyFields(operation));
  if (readOnly.size === 0 || typeof body !== "object" || body === null || Array.isArray(body)) {
    return body;
  }
  const fields = Object.entries(body);
  const wrong = fields.find(([name, value]) => {
    const text = typeof value === "number" ? String(value) : value;
    // An account that only exists here has no external_id, and its path our id.
    return readOnly.has(name) && name in path && text !== null && text !== path[name];
  });
  if (wrong) {
    const [name] = wrong;
    throw invalidFields([{ path: name, message: `must be the one in the path, ${path[name]}` }]);
  }
  return Object.fromEntries(fields.filter(([name]) => !readOnly.has(name)));
}

/** The schema of a body with its read-only fields, for the API reference. */
export function documentedBody(operation: Definition & { body: z.ZodObject }): z.ZodObject {
  const { body, params } = operation;
  const fields = readOnlyFields(operation).map((name): [string, z.ZodType] => {
    const rule = name in params.shape ? "Must be the one in the path." : "Ignored.";
    const description = `As GET returns it. ${rule}`;
    return [name, z.unknown().optional().meta({ description, readOnly: true })];
  });
  return fields.length === 0
    ? body
    : body.safeExtend(Object.fromEntries(fields)).meta(body.meta() ?? {});
}
