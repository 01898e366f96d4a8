import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { OperationContext } from "@/lib/access/operation-context";
import { describeContract } from "@/lib/api/describe-contract";
import { handle, handleFile } from "@/lib/api/handle";
import type { Contract, ContractOutput } from "@/lib/kernel/http/contract";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/** The OpenAPI description of one endpoint. */
export type Description = ZodOpenApiOperationObject & { operationId: string };

/** Answers a request. Depends on nothing but the request, so it works both inside and outside Next. */
export type Handler = (request: Request) => Response | Promise<Response>;

/** One endpoint of the HTTP API. */
export type Endpoint = {
  method: Contract["method"];
  /** With `{name}` for path parameters. */
  path: string;
  handler: Handler;
  document: () => Description;
};

/** An endpoint of the management API. */
export type ManagementEndpoint<C extends Contract = Contract> = Endpoint & { contract: C };

/** Pairs a contract of the management API with its operation. */
export function manage<const C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<ContractOutput<C>>,
): ManagementEndpoint<C> {
  return managed(contract, handle(contract, operation));
}

/** Like {@link manage}, for an operation that returns a file. */
export function manageFile<const C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<StreamedFile>,
): ManagementEndpoint<C> {
  return managed(contract, handleFile(contract, operation));
}

/** An endpoint that parses and validates the request itself, as a standard prescribes. */
export function open(
  method: Endpoint["method"],
  path: string,
  handler: Handler,
  description: Description,
): Endpoint {
  return { method, path, handler, document: () => description };
}

function managed<C extends Contract>(contract: C, handler: Handler): ManagementEndpoint<C> {
  const { method, path } = contract;
  return { method, path, handler, contract, document: () => describeContract(contract) };
}
