import { z } from "zod";
import { companyIdInPath, organizationIdSchema } from "@/lib/core/schemas/id-schema";

export const organizationParams = z.object({
  organization_id: organizationIdSchema.meta({
    description: "The organization.",
    example: "6740f1c2a9d34e0b7c51f0ff",
  }),
});

export const companyParams = z.object({
  company_id: companyIdInPath.meta({ description: "The company.", example: "42" }),
});
