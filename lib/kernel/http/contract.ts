import type { z } from "zod";
import type { Permission } from "@/lib/kernel/permissions";
import type { PlatformPermission } from "@/lib/kernel/platform-permissions";

/** The input and output of one operation of the HTTP API. Handlers, OpenAPI and tests are derived from it. */
export type OperationContract = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `{name}` for path parameters. */
  path: string;
  summary: string;
  description: string;
  tag: string;
  params: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a file of one of these media types instead of JSON; the operation receives its bytes. */
  upload?: { types: readonly string[]; maxBytes: number };
  success: {
    status: 200 | 201;
    description: string;
    schema: z.ZodType;
    etag?: boolean;
    /** Of a PUT that also creates: when it returns 201 instead. */
    created?: string;
    /** Media type of the response if it is not one JSON value: lines of JSON, or events. */
    jsonType?: string;
    /** Media type of a plain-text alternative. */
    otherType?: string;
  };
  /** Error codes this operation returns in addition to those common to all operations. */
  errors?: readonly ("conflict" | "precondition_failed" | "invalid_request" | "slow_down")[];
};

/** An operation of the management API, for callers of one organization. */
export type Contract = OperationContract & { permission: Permission };

/** An operation of the platform's API, for service keys and operators. */
export type PlatformContract = OperationContract & {
  platformPermission: PlatformPermission;
  /** A service key may use the operation on itself, the `client_id` in the path, without the permission. */
  forOwnKey?: true;
};

/** An operation about one company, for its people as well as service keys and operators. */
export type CompanyContract = PlatformContract & { forSellers: true };

/** Preserves the literal types of a contract, so that they type its operation. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

/** Like {@link defineContract}, for the platform's API. */
export function definePlatformContract<const C extends PlatformContract>(contract: C): C {
  return contract;
}

/** Like {@link defineContract}, for operations about one company. */
export function defineCompanyContract<const C extends CompanyContract>(contract: C): C {
  return contract;
}

/** Whether an operation creates something, so that sending it twice by mistake would create two. */
export function takesIdempotencyKey({ method, success }: OperationContract): boolean {
  return method === "POST" && success.status === 201;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The parsed input of an operation. */
export type ContractInput<C extends OperationContract> = {
  params: z.output<C["params"]>;
  query: Parsed<C["query"]>;
  body: C extends { upload: object } ? Buffer : Parsed<C["body"]>;
};

/** The output of an operation, before its schema validates it. */
export type ContractOutput<C extends OperationContract> = {
  /** Whether a PUT created what it names. */
  isNew?: boolean;
  body: z.input<C["success"]["schema"]>;
  headers?: Record<string, string>;
};
