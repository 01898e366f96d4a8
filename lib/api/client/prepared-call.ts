import type { z } from "zod";
import { operations } from "@/lib/api/client/generated/operations";
import type { OperationId, Operations } from "@/lib/api/endpoint-types";

/** The variable parts of a request, on top of what its operation defines. */
export type Outgoing<Body = unknown> = {
  params: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: Body;
  /** A file, for operations that take one instead of JSON. */
  file?: File;
  /** The version the change is based on; the request fails with 412 if there is a newer one. */
  version?: number;
};

/** A call of the management API, ready to be sent or shown. */
export type PreparedCall<Id extends OperationId = OperationId> = {
  operation: Id;
  outgoing: Outgoing<BodyOf<Id>>;
};

/** The HTTP form of a call, used both for sending and for showing it. */
export function requestOf(call: { operation: OperationId; outgoing: Outgoing }): {
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string | File | null;
} {
  const { operation, outgoing } = call;
  const { method, path } = operations[operation];
  const { body, file, version } = outgoing;
  return {
    method,
    address: addressOf(path, outgoing),
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(file && { "content-type": file.type }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
    body: file ?? (body === undefined ? null : JSON.stringify(body)),
  };
}

function addressOf(path: string, { params, query = {} }: Outgoing): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => segmentOf(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

// A browser would resolve these segments to the path of another operation.
function segmentOf(value: string): string {
  if (value === "." || value === "..") throw new Error(`"${value}" cannot be a part of a path`);
  return encodeURIComponent(value);
}

/** Operations on one client, sent by its forms and dialogs and shown as API calls. */
export type ClientOperationId =
  | "createClient"
  | "deleteClient"
  | "patchClient"
  | "revokeSecret"
  | "rotateSecret"
  | "updateClient";

export type BodyOf<Id extends OperationId> = Id extends OperationId
  ? Operations[Id] extends { body: infer Body extends z.ZodType }
    ? z.input<Body>
    : undefined
  : never;

export type AnswerOf<Id extends OperationId> = z.output<Operations[Id]["returns"]["schema"]>;
