import type { ZodOpenApiOperationObject } from "zod-openapi";
import { describeOperation } from "@/lib/api/describe-operation";
import { handleOperation } from "@/lib/api/handle-operation";
import { isOverloaded } from "@/lib/core/db/batch";
import { QUEUE_FULL } from "@/lib/core/db/outage";
import type { ApiRequest } from "@/lib/core/http/api-request";
import type { Operation } from "@/lib/operation/operation";

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

/**
 * An endpoint like one of {@link open}, which rejects requests before it reads their body while the process is overloaded:
 * reading, parsing, and checking what then finds no place would take the time of those that do.
 */
export function openUnlessOverloaded(...args: Parameters<typeof open>): Endpoint {
  const endpoint = open(...args);
  const handler: Handler = (request) => {
    if (isOverloaded()) throw new Error(QUEUE_FULL);
    return endpoint.handler(request);
  };
  return { ...endpoint, handler };
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
