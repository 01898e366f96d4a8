import { z } from "zod";
import { plainLine } from "@/lib/kernel/schemas/plain-text";
import { timestamp } from "@/lib/kernel/schemas/timestamp-schema";

/** An organization on the wire. */
export const organizationSchema = z
  .looseObject({
    organization_id: z.string().meta({
      description: "Id of the organization.",
      example: "6740f1c2a9d34e0b7c51f0ff",
    }),
    name: z.string().meta({
      description: "Name of the organization, as sellers read it on the consent page.",
      example: "Shipfast Labs",
    }),
    company_id: z.int().meta({
      description: "The organization's own company on the platform.",
      example: 1,
    }),
    verified: z.boolean().meta({
      description: "Whether the platform has checked who runs it.",
    }),
    require_second_factor: z.boolean().meta({
      description: "Whether members must have a second factor to work here.",
    }),
    created_at: timestamp("Creation time."),
  })
  .meta({ id: "Organization" });

/** An organization on the wire. */
export type OrganizationResponse = z.output<typeof organizationSchema>;

/** What a change of an organization may hold. */
export const patchOrganizationSchema = z
  .strictObject({
    name: plainLine(1, 120).optional().meta({
      description: "Name of the organization, as sellers read it on the consent page.",
      example: "Shipfast Labs",
    }),
    require_second_factor: z.boolean().optional().meta({
      description: "Whether members must have a second factor to work here.",
    }),
  })
  .meta({ id: "PatchOrganization" });

/** What a change of an organization may hold, before it is parsed. */
export type PatchOrganizationInput = z.input<typeof patchOrganizationSchema>;
