import type { z } from "zod";
import { send } from "@/lib/api-client/send";
import { runConformanceCheckContract } from "@/lib/oauth/conformance/contract";
import { runPlaygroundStepContract } from "@/lib/oauth/playground/contract";
import { runSandboxActionContract } from "@/lib/oauth/sandbox/contract";

// Each throws ApiError.

/** The client that is tried out. */
export type TriedClient = { organizationId: string; clientId: string };

/** Makes one request of the flow in a sandbox company. */
export function runPlaygroundStep(
  client: TriedClient,
  body: z.input<typeof runPlaygroundStepContract.body>,
) {
  return send(runPlaygroundStepContract, { params: paramsOf(client), body });
}

/** Makes something happen in a sandbox company. */
export function runSandboxAction(
  client: TriedClient,
  body: z.input<typeof runSandboxActionContract.body>,
) {
  return send(runSandboxActionContract, { params: paramsOf(client), body });
}

/** Drives the extension through the flow; takes as long as the extension does. */
export function runConformanceCheck(
  client: TriedClient,
  body: z.input<typeof runConformanceCheckContract.body>,
) {
  return send(runConformanceCheckContract, { params: paramsOf(client), body });
}

function paramsOf({ organizationId, clientId }: TriedClient): Record<string, string> {
  return { organization_id: organizationId, client_id: clientId };
}
