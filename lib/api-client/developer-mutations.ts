import type { BodyOf } from "@/lib/api-client/operation-types";
import { send } from "@/lib/api-client/send";

// Each throws ApiError.

/** The client to try out. */
export type TriedClient = { organizationId: string; clientId: string };

/** Makes one request of the flow in a sandbox company. */
export function runPlaygroundStep(client: TriedClient, body: BodyOf<"runPlaygroundStep">) {
  return send("runPlaygroundStep", { params: paramsOf(client), body });
}

/** Performs an action in a sandbox company. */
export function runSandboxAction(client: TriedClient, body: BodyOf<"runSandboxAction">) {
  return send("runSandboxAction", { params: paramsOf(client), body });
}

/** Takes the extension through the flow; lasts as long as the extension takes. */
export function runConformanceCheck(client: TriedClient, body: BodyOf<"runConformanceCheck">) {
  return send("runConformanceCheck", { params: paramsOf(client), body });
}

function paramsOf({ organizationId, clientId }: TriedClient): Record<string, string> {
  return { organization_id: organizationId, client_id: clientId };
}
