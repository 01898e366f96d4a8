import { z } from "zod";
import { activityQuerySchema } from "@/lib/activity/schemas";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { platformOverviewSchema } from "@/lib/overview/schemas";

/** GET platform/overview. */
export const getPlatformOverviewContract = definePlatformContract({
  operationId: "getPlatformOverview",
  method: "GET",
  path: "/service/panel/authentication/v1.0/platform/overview",
  summary: "Get the state of the installation",
  description:
    "Returns what waits for an operator, where extensions are installed, the tokens issued and requests denied over time, and the health of database and background jobs. Counts over time are up to ten seconds old.",
  tag: "Operators",
  platformPermission: "overview:read",
  params: z.object({}),
  query: activityQuerySchema,
  success: { status: 200, description: "The state.", schema: platformOverviewSchema },
});
