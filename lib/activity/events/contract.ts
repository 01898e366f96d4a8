import { listEventsQuerySchema } from "@/lib/activity/events/query-schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";
import { clientEventListSchema } from "@/lib/oauth/events/schemas";

/** GET prefix/{client_id}/events. */
export const listEventsContract = defineContract({
  operationId: "listEvents",
  method: "GET",
  path: `${CLIENT_PATH}/events`,
  summary: "List a client's events",
  description:
    "Lists issued tokens and denied requests, newest first. For a denial, the event shows what was sent (redacted), which check failed, how the request differs from what is registered, and the likely fix. To find one, filter by the request_id of its response.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: listEventsQuerySchema,
  success: { status: 200, description: "A page of events.", schema: clientEventListSchema },
});
