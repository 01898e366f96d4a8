import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";

/** Path of an organization and prefix of everything below it. */
export const ORGANIZATION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}";

/** Path parameters of an organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({ description: "Id of the organization." }),
});
