import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { ErrorCode } from "@/lib/kernel/errors";
import { type Contract, takesIdempotencyKey } from "@/lib/kernel/http/contract";
import { answeredJson, sentJson } from "@/lib/kernel/http/describe-content";
import { describeErrors } from "@/lib/kernel/http/describe-errors";
import { scopeOfPermission } from "@/lib/kernel/permissions";

const ifMatch = z.object({
  "if-match": z.string().optional().meta({
    description: "An ETag. The change fails with 412 if the ETag is out of date.",
    example: '"3"',
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

/** Describes an operation of the management API in OpenAPI, based on its contract. */
export function describeContract(
  contract: Contract,
): ZodOpenApiOperationObject & { operationId: string } {
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    description: `${contract.description}\n\nRequires the permission \`${contract.permission}\`: through a member's role or a token with the scope \`${scopeOfPermission(contract.permission)}\`.`,
    tags: [contract.tag],
    security: [{ bearer: [scopeOfPermission(contract.permission)] }, { session: [] }],
    requestParams: requestParams(contract),
    ...(contract.body && {
      requestBody: { required: true, content: sentJson(contract.body) },
    }),
    responses: describeResponses(contract),
  };
}

/** The error codes an operation can return, according to its contract. */
export function documentedErrors(contract: Contract): ErrorCode[] {
  const keyed = takesIdempotencyKey(contract);
  return [
    "invalid_request",
    "unauthenticated",
    "invalid_token",
    "forbidden",
    "insufficient_scope",
    "not_found",
    ...new Set([...(contract.errors ?? []), ...(keyed ? (["conflict"] as const) : [])]),
    ...(keyed ? (["idempotency_key_reused"] as const) : []),
    ...(contract.body ? (["payload_too_large", "unsupported_media_type"] as const) : []),
  ];
}

function requestParams(contract: Contract): ZodOpenApiOperationObject["requestParams"] {
  return {
    path: contract.params,
    ...(contract.query && { query: contract.query }),
    ...(contract.errors?.includes("precondition_failed") && { header: ifMatch }),
    ...(takesIdempotencyKey(contract) && { header: idempotencyKey }),
  };
}

function describeResponses(contract: Contract): ZodOpenApiResponsesObject {
  const { success } = contract;
  return {
    [`${success.status}`]: {
      description: success.description,
      ...(success.etag && { headers: etag }),
      content: {
        ...answeredJson(success.schema),
        ...(success.otherType && { [success.otherType]: { schema: { type: "string" } } }),
      },
    },
    ...describeErrors("management", documentedErrors(contract)),
  };
}
