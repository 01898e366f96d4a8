import type { z } from "zod";
import type { OperationId, Operations } from "@/lib/api/endpoint-types";

/** Operations on one client, sent by its forms and dialogs and shown as API calls. */
export type ClientOperationId =
  | "createClient"
  | "deleteClient"
  | "patchClient"
  | "revokeSecret"
  | "rotateSecret"
  | "updateClient";

/** The request body of an operation. */
export type BodyOf<Id extends OperationId> = Id extends OperationId
  ? Operations[Id] extends { body: infer Body extends z.ZodType }
    ? z.input<Body>
    : undefined
  : never;

/** The response body of an operation. */
export type AnswerOf<Id extends OperationId> = z.output<Operations[Id]["returns"]["schema"]>;
