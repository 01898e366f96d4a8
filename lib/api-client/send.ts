import type { z } from "zod";
import { ApiError } from "@/lib/api-client/api-error";
import { type Outgoing, type PreparedCall, requestOf } from "@/lib/api-client/prepared-call";
import type { Contract } from "@/lib/http/contract";
import { managementErrorSchema } from "@/lib/http/error-schemas";

/**
 * Calls an operation of the management API from a page of this site, with its session cookie.
 * @returns the body, checked against the contract
 * @throws ApiError for every answer but success, and when there is none
 */
export async function send<C extends Contract>(
  contract: C,
  { signal, ...outgoing }: Outgoing & { signal?: AbortSignal },
): Promise<z.output<C["success"]["schema"]>> {
  const { method, address, headers, body } = requestOf({ contract, outgoing });
  const response = await attempt(address, {
    method,
    credentials: "same-origin",
    headers,
    body,
    signal: signal ?? null,
  });
  const answer = await readJson(response);
  if (!response.ok) throw refusal(response, answer);
  return parseAnswer(contract, answer);
}

/** Sends a call that was prepared, as {@link send} does. */
export function sendCall<C extends Contract>({
  contract,
  outgoing,
}: PreparedCall<C>): Promise<z.output<C["success"]["schema"]>> {
  return send(contract, outgoing);
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
