import type { ZodOpenApiOperationObject } from "zod-openapi";
import type {
  CompanyContext,
  OperationContext,
  PlatformContext,
} from "@/lib/access/operation-context";
import { companyAccess, organizationAccess, platformAccess } from "@/lib/api/api-access";
import { describeContract, describePlatformContract } from "@/lib/api/describe-contract";
import { handle, handleFile, handleLive, type LiveContext } from "@/lib/api/handle";
import type { ApiRequest } from "@/lib/kernel/http/api-request";
import type {
  CompanyContract,
  Contract,
  ContractOutput,
  OperationContract,
  PlatformContract,
} from "@/lib/kernel/http/contract";
import type { EventFeed } from "@/lib/kernel/http/event-stream";
import type { StreamedFile } from "@/lib/kernel/http/streamed-file";

/** The OpenAPI description of one endpoint. */
export type Description = ZodOpenApiOperationObject & { operationId: string };

/** Answers a request. Depends on nothing but the request, so it works both inside and outside Next. */
export type Handler = (request: ApiRequest) => Response | Promise<Response>;

/** One endpoint of the HTTP API. */
export type Endpoint = {
  method: Contract["method"];
  /** With `{name}` for path parameters. */
  path: string;
  handler: Handler;
  document: () => Description;
  /** Whether this installation has the endpoint; without it, always. All endpoints of a path share it. */
  isOffered?: () => boolean;
};

/** An endpoint of the management API. */
export type ManagementEndpoint<C extends Contract = Contract> = Endpoint & { contract: C };

/** An endpoint of the platform's API. */
export type PlatformEndpoint<C extends PlatformContract = PlatformContract> = Endpoint & {
  contract: C;
};

/** Pairs a contract of the management API with its operation. */
export function manage<const C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<ContractOutput<C>>,
): ManagementEndpoint<C> {
  return managed(contract, handle(organizationAccess, contract, operation));
}

/** Like {@link manage}, for an operation that returns a file. */
export function manageFile<const C extends Contract>(
  contract: C,
  operation: (context: OperationContext<C>) => Promise<StreamedFile>,
): ManagementEndpoint<C> {
  return managed(contract, handleFile(organizationAccess, contract, operation));
}

/** Like {@link manage}, for an operation that sends events until its caller leaves. */
export function manageLive<const C extends Contract>(
  contract: C,
  operation: (context: LiveContext<C>) => Promise<EventFeed>,
): ManagementEndpoint<C> {
  return managed(contract, handleLive(contract, operation));
}

/** Pairs a contract of the platform's API with its operation. */
export function managePlatform<const C extends PlatformContract>(
  contract: C,
  operation: (context: PlatformContext<C>) => Promise<ContractOutput<C>>,
): PlatformEndpoint<C> {
  return platform(contract, handle(platformAccess, contract, operation));
}

/** Like {@link managePlatform}, for an operation that returns a file. */
export function managePlatformFile<const C extends PlatformContract>(
  contract: C,
  operation: (context: PlatformContext<C>) => Promise<StreamedFile>,
): PlatformEndpoint<C> {
  return platform(contract, handleFile(platformAccess, contract, operation));
}

/** Pairs a contract about one company with its operation. */
export function manageCompany<const C extends CompanyContract>(
  contract: C,
  operation: (context: CompanyContext<C>) => Promise<ContractOutput<C>>,
): PlatformEndpoint<C> {
  return platform(contract, handle(companyAccess, contract, operation));
}

/** Like {@link manageCompany}, for an operation that returns a file. */
export function manageCompanyFile<const C extends CompanyContract>(
  contract: C,
  operation: (context: CompanyContext<C>) => Promise<StreamedFile>,
): PlatformEndpoint<C> {
  return platform(contract, handleFile(companyAccess, contract, operation));
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
  return { ...placeOf(contract), handler, contract, document: () => describeContract(contract) };
}

function platform<C extends PlatformContract>(contract: C, handler: Handler): PlatformEndpoint<C> {
  const document = () => describePlatformContract(contract);
  return { ...placeOf(contract), handler, contract, document };
}

function placeOf({ method, path }: OperationContract): Pick<Endpoint, "method" | "path"> {
  return { method, path };
}
