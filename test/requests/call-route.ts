import { managementOperations, platformOperations } from "@/lib/api/endpoints";
import { handleOperation } from "@/lib/api/handle-operation";
import { env } from "@/lib/core/env/env";
import type { Operation } from "@/lib/operation/operation";
import { browserHeaders, type MintedUser } from "@/test/factories/mint";
import { expectDocumented } from "@/test/requests/expect-documented";
import { type Fields, fieldsOf } from "@/test/requests/read-json";

/** A request to a documented operation. */
export type RouteCall = {
  params: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  /** Sent as the whole body instead. */
  file?: { type: string; bytes: Buffer };
  /** A signed-in person, the text of a bearer token, or no one. */
  as?: MintedUser | string;
  headers?: Record<string, string>;
};

/** The response. `body` is its JSON object; `read-json.ts` reads it. */
export type RouteAnswer = {
  status: number;
  headers: Headers;
  body: Fields;
};

/**
 * Calls an operation with a real Request, as a server would.
 * @throws Error when it answers a status that the API reference does not list for it
 */
export async function callRoute(operation: Operation, call: RouteCall): Promise<RouteAnswer> {
  const request = routeRequest(operation, call);
  const response = await handlerOf(operation)(request);
  return readAnswer(expectDocumented(request, response));
}

/** The request of a call. */
export function routeRequest(operation: Operation, call: RouteCall): Request {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => call.params[name] ?? "");
  const search = new URLSearchParams(call.query).toString();
  return new Request(`${env().baseUrl}${path}${search ? `?${search}` : ""}`, {
    method: operation.method,
    headers: {
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...(call.file && { "content-type": call.file.type }),
      ...credentials(call.as),
      ...call.headers,
    },
    body: call.file ? new Uint8Array(call.file.bytes) : serialized(call.body),
  });
}

function handlerOf({ id }: Operation) {
  const operations = [...managementOperations, ...platformOperations];
  const operation = operations.find((each) => each.id === id);
  if (!operation) throw new Error(`${id} is not in the endpoint table.`);
  return handleOperation(operation);
}

/** Reads a JSON answer. The body of a file or of events is left unread, and empty here. */
export async function readAnswer(response: Response): Promise<RouteAnswer> {
  const { status, headers, body } = response;
  if (headers.get("content-type") === "application/json") {
    return { status, headers, body: fieldsOf(await response.json()) };
  }
  await body?.cancel();
  return { status, headers, body: {} };
}

function serialized(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function credentials(as: RouteCall["as"]): Record<string, string> {
  if (as === undefined) return {};
  return typeof as === "string" ? { authorization: `Bearer ${as}` } : browserHeaders(as);
}
