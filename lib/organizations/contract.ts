import { z } from "zod";
import { defineContract } from "@/lib/kernel/http/contract";
import { organizationIdSchema } from "@/lib/kernel/schemas/id-schema";
import { organizationSchema, patchOrganizationSchema } from "@/lib/organizations/schemas";

/** Path of an organization and prefix of everything below it. */
export const ORGANIZATION_PATH =
  "/service/partner/authorization/v1.0/organization/{organization_id}";

/** Path parameters of an organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({ description: "Id of the organization." }),
});

/** GET organization/{organization_id}. */
export const getOrganizationContract = defineContract({
  operationId: "getOrganization",
  method: "GET",
  path: ORGANIZATION_PATH,
  summary: "Fetch an organization",
  description: "Returns the organization's name and its requirements for members.",
  tag: "Organization",
  permission: "members:read",
  params: ofOrganization,
  success: { status: 200, description: "The organization.", schema: organizationSchema },
});

/** PATCH organization/{organization_id}. */
export const patchOrganizationContract = defineContract({
  operationId: "patchOrganization",
  method: "PATCH",
  path: ORGANIZATION_PATH,
  summary: "Change an organization's settings",
  description:
    "Changes the name, and whether members need a second factor; omitted fields stay the same. Only a person with a second factor can require one. Members without one are then denied access until they set it up.",
  tag: "Organization",
  permission: "organization:write",
  params: ofOrganization,
  body: patchOrganizationSchema,
  success: { status: 200, description: "The changed organization.", schema: organizationSchema },
  errors: ["conflict"],
});
