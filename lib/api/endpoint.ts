import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import { handleOperation } from "@/lib/api/handle-operation";
import { isOverloaded } from "@/lib/core/db/batch";
import { QUEUE_FULL } from "@/lib/core/db/outage";
import type { ErrorCode } from "@/lib/core/errors";
import type { ApiRequest } from "@/lib/core/http/api-request";
import { describeErrors, fileContent, jsonContent } from "@/lib/core/http/describe-errors";
import { scopeOfPermission } from "@/lib/core/permissions/permissions";
import { scopeOfPlatformPermission } from "@/lib/core/permissions/platform-permissions";
import type { ApiAccess } from "@/lib/operation/access";
import { type Operation, takesIdempotencyKey, takesNoBody } from "@/lib/operation/operation";
import { documentedBody } from "@/lib/operation/parse-input";
import type { ApiReturns } from "@/lib/operation/returns";

export type Description = ZodOpenApiOperationObject & { operationId: string };

/** Answers a request. Depends on nothing but the request, so it works both inside and outside Next. */
export type Handler = (request: ApiRequest) => Response | Promise<Response>;

export type Endpoint = {
  method: Operation["method"];
  /** With `{name}` for path parameters. */
  path: string;
  handler: Handler;
  /** The id of its operation. */
  operation: string;
  document: () => Description;
  /** Whether this installation has the endpoint; without it, always. All endpoints of a path share it. */
  isOffered?: () => boolean;
};

export function endpointOf(operation: Operation): Endpoint {
  const { id, method, path } = operation;
  const document = () => describeOperation(operation);
  return { method, path, handler: handleOperation(operation), operation: id, document };
}

/** Like {@link open} for POST, but rejects requests before it reads their body while the process is overloaded. */
export function postOrShed(path: string, handler: Handler, description: Description): Endpoint {
  const handlerOrError: Handler = (request) => {
    if (isOverloaded()) throw new Error(QUEUE_FULL);
    return handler(request);
  };
  return open("POST", path, handlerOrError, description);
}

/** An endpoint that parses and validates the request itself, as a standard prescribes. */
export function open(
  method: Endpoint["method"],
  path: string,
  handler: Handler,
  description: Description,
): Endpoint {
  const { operationId: operation } = description;
  return { method, path, handler, operation, document: () => description };
}

const ifMatch = z.object({
  "if-match": z.string().optional().meta({
    description:
      "A strong ETag. The change fails with 412 if the ETag is out of date, or weak because of a proxy that compresses.",
    example: '"3"',
  }),
});

const ifNoneMatch = z.object({
  "if-none-match": z.string().optional().meta({
    description: "`*` allows only a creation: if the record exists, the response is 412.",
    example: "*",
  }),
});

const idempotencyKey = z.object({
  "idempotency-key": z.string().optional().meta({
    description:
      "A unique value for this request, such as a UUID, of up to 200 characters. Retrying with the same key within 24 hours returns the first response with `idempotency-replayed: true` and changes nothing.",
    example: "5f0c3a52-6a1e-4a7e-9f0e-2d0b6e1f4c11",
  }),
});

const etag = z.object({
  etag: z.string().meta({ description: "The current version, for If-Match.", example: '"3"' }),
});

function describeOperation(
  operation: Operation,
): ZodOpenApiOperationObject & { operationId: string } {
  const { needs, security } = describeAccess(operation.access);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: `${operation.description}\n\nRequires ${needs}.`,
    tags: [operation.tag],
    security: [...security],
    requestParams: requestParams(operation),
    ...describeBody(operation),
    responses: describeResponses(operation),
  };
}

const SESSION = { session: [] };

/** Who may run an operation, in words and as security requirements. */
function describeAccess(access: ApiAccess) {
  if (access.kind === "organization") {
    const scope = scopeOfPermission(access.permission);
    return {
      needs: `the permission \`${access.permission}\`: through a member's role or a token with the scope \`${scope}\``,
      security: [{ bearer: [scope] }, SESSION],
    };
  }
  const sellers = access.kind === "company" ? "a session of a person of the company, " : "";
  const scope = scopeOfPlatformPermission(access.permission);
  if (scope) {
    return {
      needs: `${sellers}an operator's session or a service key with the scope \`${scope}\``,
      security: [{ bearer: [scope] }, SESSION],
    };
  }
  return access.forOwnKey
    ? {
        needs: "an operator's session or an access token of the key itself",
        security: [{ bearer: [] }, SESSION],
      }
    : { needs: "an operator's session", security: [SESSION] };
}

function describeBody(operation: Operation): Pick<ZodOpenApiOperationObject, "requestBody"> {
  const { body, upload } = operation;
  if (upload) return { requestBody: { required: true, content: fileContent(upload.types) } };
  if (!body) return {};
  return {
    requestBody: {
      required: !takesNoBody(operation),
      content: jsonContent(documentedBody({ ...operation, body })),
    },
  };
}

/** The error codes an operation can return, according to its definition. */
export function documentedErrors(operation: Operation): ErrorCode[] {
  const keyed = takesIdempotencyKey(operation);
  return [
    "invalid_request",
    "unauthenticated",
    "invalid_token",
    "forbidden",
    "insufficient_scope",
    "not_found",
    ...new Set([...(operation.errors ?? []), ...(keyed ? (["conflict"] as const) : [])]),
    ...(keyed ? (["idempotency_key_reused"] as const) : []),
    ...(operation.body || operation.upload
      ? (["payload_too_large", "unsupported_media_type"] as const)
      : []),
  ];
}

function requestParams(operation: Operation): ZodOpenApiOperationObject["requestParams"] {
  return {
    path: operation.params,
    ...(operation.query && { query: operation.query }),
    ...(operation.errors?.includes("precondition_failed") && {
      header: operation.returns.created ? ifNoneMatch : ifMatch,
    }),
    ...(takesIdempotencyKey(operation) && { header: idempotencyKey }),
  };
}

function describeResponses(operation: Operation): ZodOpenApiResponsesObject {
  const { returns } = operation;
  return {
    [`${returns.status}`]: {
      description: returns.description,
      ...(returns.etag && { headers: etag }),
      content: {
        ...jsonContent(returns.schema, jsonTypeOf(returns)),
        ...(returns.kind === "file" && { "text/csv": { schema: { type: "string" } } }),
      },
    },
    ...(returns.created && {
      "201": { description: returns.created, content: jsonContent(returns.schema) },
    }),
    ...describeErrors("management", documentedErrors(operation)),
  };
}

export function jsonTypeOf(returns: ApiReturns): string {
  if (returns.kind === "events") return "text/event-stream";
  return returns.kind === "file" && returns.lines ? "application/x-ndjson" : "application/json";
}
