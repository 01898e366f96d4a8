import { z } from "zod";
import {
  directoryOrganizationListSchema,
  directoryOrganizationSchema,
  listOrganizationsQuerySchema,
  organizationFieldsSchema,
} from "@/lib/directory/organizations/schemas";
import { DIRECTORY, TAG } from "@/lib/directory/values";
import { definePlatformContract } from "@/lib/kernel/http/contract";
import { organizationIdSchema } from "@/lib/kernel/schemas/id-schema";

const ORGANIZATIONS = `${DIRECTORY}/organizations`;

/** Path of one organization and prefix of what belongs to it. */
export const ORGANIZATION = `${ORGANIZATIONS}/{organization_id}` as const;

/** Path parameters of one organization. */
export const ofOrganization = z.object({
  organization_id: organizationIdSchema.meta({
    description: "Id of the organization: 1 to 64 of `A-Z a-z 0-9 _ -`.",
    example: "shipfast-labs",
  }),
});

/** GET organizations. */
export const listDirectoryOrganizationsContract = definePlatformContract({
  operationId: "listDirectoryOrganizations",
  method: "GET",
  path: ORGANIZATIONS,
  summary: "List organizations",
  description: "Lists the publishers of extensions in the order of their ids.",
  tag: TAG,
  platformPermission: "directory:read",
  params: z.object({}),
  query: listOrganizationsQuerySchema,
  success: {
    status: 200,
    description: "A page of organizations.",
    schema: directoryOrganizationListSchema,
  },
});

/** GET organizations/{organization_id}. */
export const getDirectoryOrganizationContract = definePlatformContract({
  operationId: "getDirectoryOrganization",
  method: "GET",
  path: ORGANIZATION,
  summary: "Fetch an organization of the directory",
  description: "Returns one organization.",
  tag: TAG,
  platformPermission: "directory:read",
  params: ofOrganization,
  success: { status: 200, description: "The organization.", schema: directoryOrganizationSchema },
});

/** PUT organizations/{organization_id}. */
export const putDirectoryOrganizationContract = definePlatformContract({
  operationId: "putDirectoryOrganization",
  method: "PUT",
  path: ORGANIZATION,
  summary: "Create or change an organization",
  description:
    "Fields that are not sent stay the same, but a new name ends the publisher's verification unless `publisher_verified` is sent with it. Creates the organization's own company if it is missing. The organization reads changes in its own audit log too.",
  tag: TAG,
  platformPermission: "directory:write",
  params: ofOrganization,
  body: organizationFieldsSchema,
  success: {
    status: 200,
    description: "The organization, updated or unchanged.",
    created: "The new organization.",
    schema: directoryOrganizationSchema,
  },
  errors: ["conflict", "precondition_failed"],
});
