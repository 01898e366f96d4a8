import {
  createClientContract,
  deleteClientContract,
  getClientContract,
  listClientsContract,
  listSecretsContract,
  patchClientContract,
  revokeSecretContract,
  rotateSecretContract,
  updateClientContract,
} from "@/lib/clients/contract";
import type { Contract } from "@/lib/http/contract";
import { healthOperations } from "@/lib/http/health-operations";
import type { Operation } from "@/lib/http/operation";
import { runConformanceCheckContract } from "@/lib/oauth/conformance/contract";
import { listEventsContract } from "@/lib/oauth/events/contract";
import { listGrantsContract } from "@/lib/oauth/grants/contract";
import { oauthOperations } from "@/lib/oauth/openapi";
import { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";
import { platformOperations } from "@/lib/platform/openapi";

/** The operations of the management API, in the order of the API reference. */
export const contracts: readonly Contract[] = [
  createClientContract,
  listClientsContract,
  getClientContract,
  updateClientContract,
  patchClientContract,
  deleteClientContract,
  listSecretsContract,
  rotateSecretContract,
  revokeSecretContract,
  listEventsContract,
  listGrantsContract,
  runSandboxActionContract,
  runConformanceCheckContract,
];

/** Every other operation that the API reference documents. */
export const operations: readonly Operation[] = [
  ...oauthOperations,
  ...platformOperations,
  ...healthOperations,
];
