import { z } from "zod";
import { activityQuerySchema, activitySchema } from "@/lib/activity/schemas";
import { CLIENT_PATH, ofClient } from "@/lib/clients/contract";
import { defineContract } from "@/lib/kernel/http/contract";
import { idSchema } from "@/lib/kernel/schemas/id-schema";

/** GET prefix/{client_id}/activity. */
export const getActivityContract = defineContract({
  operationId: "getActivity",
  method: "GET",
  path: `${CLIENT_PATH}/activity`,
  summary: "Count what a client was issued and refused",
  description:
    "Codes and tokens issued by kind, refreshes, and refusals by error code, by the hour or day, with sums.",
  tag: "Activity",
  permission: "clients:read",
  params: ofClient,
  query: activityQuerySchema,
  success: { status: 200, description: "The counts.", schema: activitySchema },
});

/** GET …/organization/{organization_id}/activity. */
export const getOrganizationActivityContract = defineContract({
  operationId: "getOrganizationActivity",
  method: "GET",
  path: "/service/partner/authorization/v1.0/organization/{organization_id}/activity",
  summary: "Count what all clients were issued and refused",
  description:
    "The same as of one client, over all clients of the organization, deleted ones included.",
  tag: "Activity",
  permission: "clients:read",
  params: z.object({
    organization_id: idSchema.meta({ description: "Organization that owns the clients." }),
  }),
  query: activityQuerySchema,
  success: { status: 200, description: "The counts.", schema: activitySchema },
});
