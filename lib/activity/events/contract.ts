import { listEventsQuerySchema } from "@/lib/activity/events/query-schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";
import { clientEventListSchema } from "@/lib/oauth/events/schemas";

/** GET prefix/{client_id}/events. */
export const listEventsContract = defineContract({
  operationId: "listEvents",
  method: "GET",
  path: `${CLIENT_PATH}/events`,
  summary: "List what a client was issued and refused",
  description:
    "Every token that was issued and every request that was refused, newest first. A refusal says what was sent (redacted), which check failed, how the request differs from what is registered, and the likely fix. Find one by the request_id of its answer.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: listEventsQuerySchema,
  success: { status: 200, description: "A page of events.", schema: clientEventListSchema },
});
