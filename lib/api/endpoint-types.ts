import type { managementEndpoints } from "@/lib/api/endpoints";

type AnyContract = (typeof managementEndpoints)[number]["contract"];

/** The contracts of the management API by operation id. */
export type Contracts = { [C in AnyContract as C["operationId"]]: C };

/** The id of an operation of the management API. */
export type OperationId = keyof Contracts;
