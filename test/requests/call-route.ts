import { env } from "@/lib/kernel/env";
import type { Contract } from "@/lib/kernel/http/contract";
import { browserHeaders, type MintedUser } from "@/test/factories/mint";
import { expectDocumented } from "@/test/requests/expect-documented";
import { type Fields, fieldsOf } from "@/test/requests/read-json";

/** A route handler as `app/**\/route.ts` exports it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response> | Response;

/** A request to a documented operation. */
export type RouteCall = {
  params: Record<string, string>;
  query?: Record<string, string> | URLSearchParams;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
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
 * Calls an exported route handler with a real Request, like a server.
 * @throws Error when it returns a status that the API reference does not list for it
 */
export async function callRoute(
  contract: Contract,
  handler: RouteHandler,
  call: RouteCall,
): Promise<RouteAnswer> {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name) => call.params[name] ?? "");
  const search = new URLSearchParams(call.query).toString();
  const request = new Request(`${env().baseUrl}${path}${search ? `?${search}` : ""}`, {
    method: contract.method,
    headers: {
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...credentials(call.as),
      ...call.headers,
    },
    body: serialized(call.body),
  });
  const response = await handler(request, { params: Promise.resolve(call.params) });
  return readAnswer(expectDocumented(request, response));
}

/** Parses a JSON response. */
export async function readAnswer(response: Response): Promise<RouteAnswer> {
  return {
    status: response.status,
    headers: response.headers,
    body: fieldsOf(await response.json()),
  };
}

function serialized(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function credentials(as: RouteCall["as"]): Record<string, string> {
  if (as === undefined) return {};
  return typeof as === "string" ? { authorization: `Bearer ${as}` } : browserHeaders(as);
}
