import type { z } from "zod";
import type { Permission } from "@/lib/kernel/permissions";

/**
 * One operation of the HTTP API: what it takes, what it answers, who may call it. Handlers,
 * OpenAPI, the API reference and tests are made from it.
 */
export type Contract = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for path parameters. */
  path: string;
  summary: string;
  description: string;
  tag: string;
  permission: Permission;
  params: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  success: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    etag?: boolean;
    /** Media type in which the same is offered as text. */
    otherType?: string;
  };
  /** Codes that this operation answers beyond those every operation does. */
  errors?: readonly ("conflict" | "precondition_failed" | "invalid_request" | "slow_down")[];
};

/** Keeps the literal types of a contract, so that its verb is typed by it. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

/** Whether an operation makes something new, so that sending it twice by mistake would make two. */
export function takesIdempotencyKey({ method, success }: Contract): boolean {
  return method === "POST" && success.status === 201;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a verb gets: everything parsed. */
export type ContractInput<C extends Contract> = {
  params: z.output<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
};

/** What a verb answers, before its schema checks it. */
export type ContractOutput<C extends Contract> = {
  body: z.input<C["success"]["schema"]>;
  headers?: Record<string, string>;
};
