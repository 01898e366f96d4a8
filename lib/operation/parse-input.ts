import { z } from "zod";
import { type FieldError, ServiceError } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { invalidFields } from "@/lib/core/http/invalid-fields";
import { nearestName } from "@/lib/core/http/nearest-name";
import { parseForm, readFile, readJson } from "@/lib/core/http/read-body";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import type { InputOf, Operation } from "@/lib/operation/operation";

/**
 * Parses path, query and body of a request as its operation defines them. Rejects unknown query parameters and fields by
 * name and suggests the closest known one.
 * @throws ServiceError not_found for a malformed path of the management API; invalid_request with a message per field
 */
export async function parseInput<O extends Operation>(
  operation: O,
  request: ApiRequest,
  rawParams: Record<string, unknown>,
): Promise<InputOf<O>> {
  const params = parseParams(operation, rawParams);
  const query = parseQuery(operation.query, parseForm(new URL(request.url).search));
  const body = await parseBody(operation, request);
  return asInput<O>({ params, query, body });
}

// Who sends ids of their own is told the rule; other ids were issued here, so a malformed one names nothing.
function parseParams({ access, params }: Operation, rawParams: Record<string, unknown>): unknown {
  if (access.kind !== "organization") return parsePart(params, rawParams);
  const parsed = params.safeParse(rawParams);
  if (parsed.success) return parsed.data;
  throw new ServiceError("not_found", "There is no resource at this path.");
}

async function parseBody({ body, upload }: Operation, request: ApiRequest): Promise<unknown> {
  if (upload) return readFile(request, upload);
  return body ? parsePart(body, await readJson(request)) : undefined;
}

function parseQuery(schema: z.ZodObject | undefined, sent: Record<string, string>): unknown {
  const knownNames = Object.keys(schema?.shape ?? {});
  const unknownNames = Object.keys(sent).filter((name) => !knownNames.includes(name));
  if (unknownNames.length > 0) {
    throw invalidFields(
      unknownNames.map((name) => ({ path: name, message: unknownParameter(name, knownNames) })),
    );
  }
  return schema && parsePart(schema, sent);
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
  throw invalidFields(parsed.error.issues.flatMap((issue) => describeIssue(schema, issue)));
}

function describeIssue(schema: z.ZodType, issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== "unrecognized_keys") {
    return [{ path: issue.path.join("."), message: issue.message }];
  }
  const knownFields = fieldsAt(schema, issue.path);
  return issue.keys.map((key) => {
    const suggestion = nearestName(key, knownFields);
    const hint = suggestion ? `. Did you mean ${suggestion}?` : "";
    return {
      path: [...issue.path, key].join("."),
      message: `is not a field of this request${hint}`,
    };
  });
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

// Each part was just parsed by the operation's own schema, which TypeScript cannot follow.
function asInput<O extends Operation>(parts: {
  params: unknown;
  query: unknown;
  body: unknown;
}): InputOf<O> {
  return parts as InputOf<O>;
}
