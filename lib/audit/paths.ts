import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";

export const AUDIT = "/service/partner/authorization/v1.0/organization/{organization_id}/audit";
export const PLATFORM_AUDIT = "/service/panel/authentication/v1.0/platform/audit";

export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({ description: "The organization." }),
});
