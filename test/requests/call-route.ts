import { managementEndpoints, platformEndpoints } from "@/lib/api/endpoints";
import { env } from "@/lib/kernel/env";
import type { Contract, PlatformContract } from "@/lib/kernel/http/contract";
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
 * Calls the handler of a contract's endpoint with a real Request, as a server would.
 * @throws Error when it answers a status that the API reference does not list for it
 */
export async function callRoute(
  contract: Contract | PlatformContract,
  call: RouteCall,
): Promise<RouteAnswer> {
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name) => call.params[name] ?? "");
  const search = new URLSearchParams(call.query).toString();
  const request = new Request(`${env().baseUrl}${path}${search ? `?${search}` : ""}`, {
    method: contract.method,
    headers: {
      ...(call.body !== undefined && { "content-type": "application/json" }),
      ...(call.file && { "content-type": call.file.type }),
      ...credentials(call.as),
      ...call.headers,
    },
    body: call.file ? new Uint8Array(call.file.bytes) : serialized(call.body),
  });
  const response = await handlerOf(contract)(request);
  return readAnswer(expectDocumented(request, response));
}

function handlerOf(contract: Contract | PlatformContract) {
  const table = [...managementEndpoints, ...platformEndpoints];
  const endpoint = table.find((each) => each.contract === contract);
  if (!endpoint) throw new Error(`${contract.operationId} is not in the endpoint table.`);
  return endpoint.handler;
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
