import type { z } from "zod";
import { ApiError } from "@/lib/api-client/api-error";
import type { Contract } from "@/lib/http/contract";
import { managementErrorSchema } from "@/lib/http/error-schemas";

/** What goes out with a request, beyond what its contract fixes. */
export type Outgoing = {
  params: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** The version that the change was made for; a newer one makes it fail with 412. */
  version?: number;
  signal?: AbortSignal;
};

/**
 * Calls an operation of the management API from a page of this site, with its session cookie.
 * @returns the body, checked against the contract
 * @throws ApiError for every answer but success, and when there is none
 */
export async function send<C extends Contract>(
  contract: C,
  outgoing: Outgoing,
): Promise<z.output<C["success"]["schema"]>> {
  const response = await attempt(addressOf(contract.path, outgoing), {
    method: contract.method,
    credentials: "same-origin",
    headers: headersOf(outgoing),
    body: outgoing.body === undefined ? null : JSON.stringify(outgoing.body),
    signal: outgoing.signal ?? null,
  });
  const body = await readJson(response);
  if (!response.ok) throw refusal(response, body);
  return parseAnswer(contract, body);
}

function addressOf(path: string, { params, query = {} }: Outgoing): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function headersOf({ body, version }: Outgoing): Record<string, string> {
  return {
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(version !== undefined && { "if-match": `"${version}"` }),
  };
}

async function attempt(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw unreachable(0, cause);
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    throw unreachable(response.status, cause);
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const parsed = managementErrorSchema.safeParse(body);
  if (!parsed.success) return unreachable(response.status, parsed.error);
  const { error, message, request_id, errors } = parsed.data;
  return new ApiError(message, {
    status: response.status,
    code: error,
    requestId: request_id,
    fields: errors,
  });
}

function unreachable(status: number, cause: unknown): ApiError {
  const message = "The service did not answer. Check your connection and try again.";
  return new ApiError(message, { status, code: "unreachable" }, cause);
}

function parseAnswer<C extends Contract>(
  contract: C,
  body: unknown,
): z.output<C["success"]["schema"]> {
  // Parsed by the contract's own schema; TypeScript cannot follow the lookup.
  return contract.success.schema.parse(body) as z.output<C["success"]["schema"]>;
}
