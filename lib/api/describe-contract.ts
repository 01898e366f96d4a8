import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { ErrorCode } from "@/lib/kernel/errors";
import {
  type Contract,
  type PlatformContract,
  takesIdempotencyKey,
} from "@/lib/kernel/http/contract";
import { answeredJson, sentFile, sentJson } from "@/lib/kernel/http/describe-content";
import { describeErrors } from "@/lib/kernel/http/describe-errors";
import { scopeOfPermission } from "@/lib/kernel/permissions";
import { scopeOfPlatformPermission } from "@/lib/kernel/platform-permissions";

const ifMatch = z.object({
  "if-match": z.string().optional().meta({
    description: "An ETag. The change fails with 412 if the ETag is out of date.",
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

/** Describes an operation of the management API in OpenAPI, based on its contract. */
export function describeContract(
  contract: Contract,
): ZodOpenApiOperationObject & { operationId: string } {
  const scope = scopeOfPermission(contract.permission);
  const needs = `the permission \`${contract.permission}\`: through a member's role or a token with the scope \`${scope}\``;
  return describeOperation(contract, needs, [{ bearer: [scope] }, { session: [] }]);
}

/** Describes an operation of the platform's API in OpenAPI, based on its contract. */
export function describePlatformContract(
  contract: PlatformContract,
): ZodOpenApiOperationObject & { operationId: string } {
  const scope = scopeOfPlatformPermission(contract.platformPermission);
  const sellers = "forSellers" in contract ? "a session of a person of the company, " : "";
  if (scope) {
    return describeOperation(
      contract,
      `${sellers}an operator's session or a service key with the scope \`${scope}\``,
      [{ bearer: [scope] }, { session: [] }],
    );
  }
  return contract.forOwnKey
    ? describeOperation(contract, "an operator's session or an access token of the key itself", [
        { bearer: [] },
        { session: [] },
      ])
    : describeOperation(contract, "an operator's session", [{ session: [] }]);
}

function describeOperation(
  contract: Contract | PlatformContract,
  needs: string,
  security: ZodOpenApiOperationObject["security"] & object,
): ZodOpenApiOperationObject & { operationId: string } {
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    description: `${contract.description}\n\nRequires ${needs}.`,
    tags: [contract.tag],
    security,
    requestParams: requestParams(contract),
    ...describeBody(contract),
    responses: describeResponses(contract),
  };
}

function describeBody({
  body,
  upload,
}: Contract | PlatformContract): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (upload) return { requestBody: { required: true, content: sentFile(upload.types) } };
  return body ? { requestBody: { required: true, content: sentJson(body) } } : {};
}

/** The error codes an operation can return, according to its contract. */
export function documentedErrors(contract: Contract | PlatformContract): ErrorCode[] {
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
    ...(contract.body || contract.upload
      ? (["payload_too_large", "unsupported_media_type"] as const)
      : []),
  ];
}

function requestParams(
  contract: Contract | PlatformContract,
): ZodOpenApiOperationObject["requestParams"] {
  return {
    path: contract.params,
    ...(contract.query && { query: contract.query }),
    ...(contract.errors?.includes("precondition_failed") && {
      header: contract.success.created ? ifNoneMatch : ifMatch,
    }),
    ...(takesIdempotencyKey(contract) && { header: idempotencyKey }),
  };
}

function describeResponses(contract: Contract | PlatformContract): ZodOpenApiResponsesObject {
  const { success } = contract;
  return {
    [`${success.status}`]: {
      description: success.description,
      ...(success.etag && { headers: etag }),
      content: {
        ...answeredJson(success.schema, success.jsonType),
        ...(success.otherType && { [success.otherType]: { schema: { type: "string" } } }),
      },
    },
    ...(success.created && {
      "201": { description: success.created, content: answeredJson(success.schema) },
    }),
    ...describeErrors("management", documentedErrors(contract)),
  };
}
