import { z } from "zod";
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { type ErrorCode, errorTable } from "@/lib/core/errors";
import { managementErrorSchema, oauthErrorSchema } from "@/lib/core/schemas/error-schemas";

/** A JSON body. Its example derives from those of its fields. @param type of a body that repeats it, as lines or events */
export function jsonContent(schema: z.ZodType, type = "application/json") {
  return { [type]: { schema } };
}

/** A request body in JSON or as a form. */
export function jsonOrForm(schema: z.ZodType) {
  return {
    required: true,
    content: {
      ...jsonContent(schema),
      ...jsonContent(schema, "application/x-www-form-urlencoded"),
    },
  };
}

/** A request body that is a file of one of these media types. */
export function fileContent(types: readonly string[]) {
  const schema = { type: "string", format: "binary" } as const;
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** The two error formats: one for the management API, one for the authorization flow and platform APIs. */
type ErrorFamily = "management" | "oauth";

/** Every operation rejects malformed request targets and fails with the database. */
const EVERYWHERE: readonly ErrorCode[] = ["invalid_request", "temporarily_unavailable"];

const REQUEST_ID = "6740f1c2a9d34e0b7c51f300";

const schemas = { management: managementErrorSchema, oauth: oauthErrorSchema };

const retryAfter = z.object({
  "retry-after": z.string().meta({
    description: "Seconds to wait before the next attempt (RFC 9110 section 10.2.3).",
    example: "5",
  }),
});

/** An operation's error responses by status, with an example for each code, and those that every operation returns. */
export function describeErrors(
  family: ErrorFamily,
  codes: readonly ErrorCode[],
): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  const all = [...new Set([...codes, ...EVERYWHERE])];
  const statuses = new Set(all.map((code) => errorTable[code].status));
  for (const status of [...statuses].toSorted((a, b) => a - b)) {
    const ofStatus = all.filter((code) => errorTable[code].status === status);
    responses[`${status}`] = errorResponse(family, ofStatus);
  }
  return { ...responses, default: errorResponse(family, ["server_error"]) };
}

/** One object for each combination of codes, to which the document refers from every operation that has it. */
const errorResponses = new Map<string, ZodOpenApiResponseObject>();

function errorResponse(family: ErrorFamily, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const id = [...(family === "oauth" ? [family] : []), ...codes].map(inPascalCase).join("");
  const response = errorResponses.get(id) ?? { id, ...describeResponse(family, codes) };
  errorResponses.set(id, response);
  return response;
}

/** `RetryAfter` for `retry-after` and `retry_after`. */
export function inPascalCase(name: string): string {
  return name.replace(/(?:^|[-_])([a-zA-Z])/g, (_match, letter: string) => letter.toUpperCase());
}

function describeResponse(
  family: ErrorFamily,
  codes: readonly ErrorCode[],
): ZodOpenApiResponseObject {
  const waits = codes.some(
    (code) => code === "too_many_requests" || code === "temporarily_unavailable",
  );
  return {
    description: codes.map(inWords).join(" "),
    ...(waits && { headers: retryAfter }),
    content: {
      "application/json": {
        schema: schemas[family],
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(family, code) }])),
      },
    },
  };
}

function inWords(code: ErrorCode): string {
  const { title, why, next } = errorTable[code];
  return `\`${code}\`: ${title}. ${why} ${next}`;
}

function example(family: ErrorFamily, code: ErrorCode) {
  const message = `${errorTable[code].title}.`;
  return {
    error: code,
    ...(family === "oauth" && { error_description: message }),
    message,
    error_uri: `http://127.0.0.1:3000/errors/${code}?request_id=${REQUEST_ID}`,
    request_id: REQUEST_ID,
    ...(family === "management" && { errors: [] }),
  };
}
