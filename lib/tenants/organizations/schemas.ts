import { z } from "zod";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";

/** An organization in API responses. */
export const organizationSchema = z
  .looseObject({
    organization_id: z.string().meta({
      description: "Id of the organization.",
      example: "6740f1c2a9d34e0b7c51f0ff",
    }),
    name: z.string().meta({
      description: "Name of the organization, shown to sellers on the consent page.",
      example: "Shipfast Labs",
    }),
    company_id: z.int().meta({
      description: "The organization's own company on the platform.",
      example: 1,
    }),
    verified: z.boolean().meta({
      description: "Whether the platform has verified the organization.",
    }),
    require_second_factor: z.boolean().meta({
      description: "Whether members must have a second factor.",
    }),
    created_at: timestamp("Creation time."),
  })
  .meta({ id: "Organization" });

/** An organization in API responses. */
export type OrganizationResponse = z.output<typeof organizationSchema>;

/** Request body for changing an organization. */
export const patchOrganizationSchema = z
  .strictObject({
    name: plainLine(1, 120).optional().meta({
      description: "Name of the organization, shown to sellers on the consent page.",
      example: "Shipfast Labs",
    }),
    require_second_factor: z.boolean().optional().meta({
      description: "Whether members must have a second factor.",
    }),
  })
  .meta({ id: "PatchOrganization" });
