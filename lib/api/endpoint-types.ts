import type { managementEndpoints, platformEndpoints } from "@/lib/api/endpoints";

type AnyContract =
  | (typeof managementEndpoints)[number]["contract"]
  | (typeof platformEndpoints)[number]["contract"];

/** The contracts of the management API and the platform's API by operation id. */
export type Contracts = { [C in AnyContract as C["operationId"]]: C };

/** The id of an operation of either. */
export type OperationId = keyof Contracts;
