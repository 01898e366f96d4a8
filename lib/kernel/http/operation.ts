import type { ZodOpenApiOperationObject } from "zod-openapi";

/** An operation that has no contract, described by hand for the API reference. */
export type Operation = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** With `{name}` for path parameters. */
  path: string;
  operation: ZodOpenApiOperationObject & { operationId: string };
};
