import { z } from "zod";
import { type FieldError, ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { invalidFields, MAX_EXPLAINED } from "@/lib/core/http/invalid-fields";
import { nearestName } from "@/lib/core/http/nearest-name";
import { parseForm, readFile, readForm, readJson } from "@/lib/core/http/read-body";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { type InputOf, type RoutedOperation, takesNoBody } from "@/lib/operation/operation";

/**
 * Parses path, query and body of a request. Rejects unknown names, except in forms, and suggests the closest known one.
 * @throws ServiceError not_found for a malformed path, invalid_request with a message per field; InvalidFormError
 */
export async function parseInput<O extends RoutedOperation>(
  operation: O,
  request: ApiRequest,
  rawParams: Record<string, unknown>,
): Promise<InputOf<O>> {
  const params = parseParams(operation, rawParams);
  const query =
    operation.returns.kind === "page" ? undefined : parseQuery(operation.query, request);
  const body = await parseBody(operation, request, rawParams);
  // Each part was just parsed by the operation's own schema, which TypeScript cannot follow.
  return { params, query, body } as object as InputOf<O>;
}

// Callers that choose ids get the rule that one broke. All other ids are issued here, so a malformed one is not found.
function parseParams(
  { access, params }: RoutedOperation,
  rawParams: Record<string, unknown>,
): unknown {
  if (access.kind === "company" || access.kind === "platform") return parsePart(params, rawParams);
  const parsed = params.safeParse(rawParams);
  if (parsed.success) return parsed.data;
  throw new ServiceError("not_found", "There is no resource at this path.");
}

async function parseBody(
  operation: RoutedOperation,
  request: ApiRequest,
  rawParams: Record<string, unknown>,
): Promise<unknown> {
  const { body, upload, returns } = operation;
  if (upload) return readFile(request, upload);
  if (!body) return undefined;
  if (returns.kind !== "page") {
    const json = await readJson(request, { isOptional: takesNoBody(operation) });
    return parsePart(body, withoutReadOnlyFields(operation, json, rawParams));
  }
  const parsed = body.safeParse(await readForm(request));
  if (parsed.success) return parsed.data;
  throw new InvalidFormError();
}

/** The query of a request, parsed. @throws ServiceError invalid_request, naming each mistake */
export function parseQuery(schema: z.ZodObject | undefined, { url }: ApiRequest): unknown {
  const parameters = parseForm(new URL(url).search);
  const knownNames = Object.keys(schema?.shape ?? {});
  const unknownNames = Object.keys(parameters).filter((name) => !knownNames.includes(name));
  if (unknownNames.length > 0) {
    const explained = unknownNames
      .slice(0, MAX_EXPLAINED)
      .map((name) => ({ path: name, message: unknownParameter(name, knownNames) }));
    throw invalidFields(explained, unknownNames.length);
  }
  return schema && parsePart(schema, parameters);
}

function unknownParameter(name: string, knownNames: readonly string[]): string {
  const suggestion = nearestName(name, knownNames);
  const hint = suggestion
    ? `Did you mean ${suggestion}?`
    : `It takes${knownNames.length > 0 ? `: ${knownNames.join(", ")}` : " none"}.`;
  return `is not a query parameter of this operation. ${hint}`;
}

function parsePart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.flatMap(mistakesOf);
  const explained = mistakes.slice(0, MAX_EXPLAINED).map((mistake) => explain(schema, mistake));
  throw invalidFields(explained, mistakes.length);
}

/** What is wrong at one path; an issue about unknown fields is a mistake for each. */
type Mistake = { issue: z.core.$ZodIssue; unknownField?: string };

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code !== "unrecognized_keys") return [{ issue }];
  return issue.keys.map((unknownField) => ({ issue, unknownField }));
}

function explain(schema: z.ZodType, { issue, unknownField }: Mistake): FieldError {
  const { path, message } = issue;
  if (unknownField === undefined) return { path: path.join("."), message };
  const suggestion = nearestName(unknownField, fieldsAt(schema, path));
  const hint = suggestion ? `. Did you mean ${suggestion}?` : "";
  return {
    path: [...path, unknownField].join("."),
    message: `is not a field of this request${hint}`,
  };
}

/** The fields of the object at a path in a schema; empty if there is no object. */
function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return fieldsAt(schema.def.innerType, path);
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const [step, ...rest] = path;
  if (step === undefined) return Object.keys(schema.shape);
  const inner = schema.shape[String(step)];
  return inner ? fieldsAt(inner, rest) : [];
}

/** A form with values that its schema rejects; most forms have a notice for it. */
export class InvalidFormError extends ServiceError {
  constructor() {
    super("invalid_request", "The form contains invalid values. Go back and correct them.");
  }
}

type Definition = Pick<RoutedOperation, "ignoresReadOnlyFields" | "params" | "body" | "returns">;

/** The fields that an object has in responses only. */
function readOnlyFields({ ignoresReadOnlyFields, body, returns }: Definition): string[] {
  if (!ignoresReadOnlyFields || returns.kind !== "json") return [];
  if (!body || !(returns.schema instanceof z.ZodObject)) return [];
  return Object.keys(returns.schema.shape).filter((name) => !Object.hasOwn(body.shape, name));
}

/** A body without its read-only fields. @throws ServiceError invalid_request for an id other than the path's */
function withoutReadOnlyFields(
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
