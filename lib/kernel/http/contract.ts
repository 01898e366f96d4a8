import type { z } from "zod";
import type { Permission } from "@/lib/kernel/permissions";

/**
 * One operation of the HTTP API: its input, its output and its callers. Handlers, OpenAPI, the API reference and tests
 * are derived from it.
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
    /** Media type of a plain-text alternative. */
    otherType?: string;
  };
  /** Error codes this operation returns in addition to those common to all operations. */
  errors?: readonly ("conflict" | "precondition_failed" | "invalid_request" | "slow_down")[];
};

/** Preserves the literal types of a contract, so that they type its operation. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

/** Whether an operation creates something, so that sending it twice by mistake would create two. */
export function takesIdempotencyKey({ method, success }: Contract): boolean {
  return method === "POST" && success.status === 201;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parsed input of an operation. */
export type ContractInput<C extends Contract> = {
  params: z.output<C["params"]>;
  query: Parsed<C["query"]>;
  body: Parsed<C["body"]>;
};

/** The output of an operation, before its schema validates it. */
export type ContractOutput<C extends Contract> = {
  body: z.input<C["success"]["schema"]>;
  headers?: Record<string, string>;
};
