import type { z } from "zod";
import { ApiError, unreachable } from "@/lib/api/client/api-error";
import {
  type AnswerOf,
  type BodyOf,
  type Outgoing,
  type PreparedCall,
  requestOf,
} from "@/lib/api/client/prepared-call";
import type { OperationId } from "@/lib/api/endpoint-types";
import type { managementErrorSchema } from "@/lib/core/schemas/error-schemas";
import { isObject } from "@/lib/core/values/object-values";

/**
 * Calls an operation of the management API with the session cookie. If the session has ended, a change is sent again
 * after the person signs in. @throws ApiError if the server responds with an error or does not respond
 */
export async function call<Id extends OperationId>(
  operation: Id,
  { signal, ...outgoing }: Outgoing<BodyOf<Id>> & { signal?: AbortSignal },
): Promise<AnswerOf<Id>> {
  const { method, address, headers, body } = requestOf({ operation, outgoing });
  const request = () =>
    attempt(address, {
      method,
      credentials: "same-origin",
      headers,
      body,
      signal: signal ?? null,
    });
  let response = await request();
  // Reads are retried automatically, whereas a change would lose the person's input.
  if (response.status === 401 && method !== "GET" && (await reauthPrompt?.())) {
    response = await request();
  }
  const answer: unknown = await readJson(response);
  if (!response.ok) throw toApiError(response.status, answer);
  // The server validates every successful response against its schema.
  return answer as AnswerOf<Id>;
}

/** Sends a prepared call, as {@link call} does. */
export function sendCall<Id extends OperationId>({
  operation,
  outgoing,
}: PreparedCall<Id>): Promise<AnswerOf<Id>> {
  return call(operation, outgoing);
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

/** Another body than an error of the management API comes from a proxy or another server. */
function toApiError(status: number, body: unknown): ApiError {
  if (!isManagementError(body)) return unreachable(status, body);
  const { error, message, request_id, errors } = body;
  return new ApiError(message, { status, code: error, requestId: request_id, fields: errors });
}

function isManagementError(body: unknown): body is z.output<typeof managementErrorSchema> {
  return (
    isObject(body) &&
    typeof body.error === "string" &&
    typeof body.message === "string" &&
    typeof body.request_id === "string" &&
    Array.isArray(body.errors) &&
    body.errors.every(isFieldProblem)
  );
}

function isFieldProblem(value: unknown): boolean {
  return isObject(value) && typeof value.path === "string" && typeof value.message === "string";
}

/** Lets the person sign in again; false if they cancel. */
type ReauthPrompt = () => Promise<boolean>;

let reauthPrompt: ReauthPrompt | null = null;

/** Registers the page's sign-in prompt. @returns a function that unregisters it */
export function registerReauthPrompt(next: ReauthPrompt): () => void {
  reauthPrompt = next;
  return () => {
    if (reauthPrompt === next) reauthPrompt = null;
  };
}
