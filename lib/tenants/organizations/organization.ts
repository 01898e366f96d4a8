import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { plainLine } from "@/lib/core/schemas/plain-text";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import type { OrganizationRow } from "@/lib/tenants/organizations/repository";

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
type OrganizationResponse = z.output<typeof organizationSchema>;

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

/** Path of an organization and prefix of everything below it. */
export const ORGANIZATION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}";

/** Path parameters of an organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({ description: "Id of the organization." }),
});

/** An organization in the format of the API. */
export function serializeOrganization(row: OrganizationRow): OrganizationResponse {
  return {
    organization_id: row.id,
    name: row.name,
    company_id: row.companyId,
    verified: row.verified,
    require_second_factor: row.requireSecondFactor,
    created_at: row.createdAt.toISOString(),
  };
}
