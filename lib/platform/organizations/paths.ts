import { z } from "zod";
import { organizationIdSchema } from "@/lib/core/schemas/id-schema";
import { DIRECTORY } from "@/lib/platform/values";

export const ORGANIZATIONS = `${DIRECTORY}/organizations`;

/** Path of one organization, and prefix of the paths below it. */
export const ORGANIZATION = `${ORGANIZATIONS}/{organization_id}` as const;

/** Path parameters of one organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "Id of the organization: 1 to 64 of `A-Z a-z 0-9 _ -`.",
    example: "shipfast-labs",
  }),
});
