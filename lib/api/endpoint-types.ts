import type { managementOperations, platformOperations } from "@/lib/api/endpoints";

type AnyOperation = (typeof managementOperations | typeof platformOperations)[number];

/** The operations of the management API and the platform's API by id. */
export type Operations = { [O in AnyOperation as O["id"]]: O };

export type OperationId = keyof Operations;
