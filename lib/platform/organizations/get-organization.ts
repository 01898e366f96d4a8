import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  ORGANIZATION,
  ofOrganization,
  organizations,
} from "@/lib/platform/organizations/organization";
import { findOrganization } from "@/lib/platform/organizations/repository";
import { directoryOrganizationSchema } from "@/lib/platform/organizations/schemas";
import { bodyOf } from "@/lib/platform/resource";
import { TAG } from "@/lib/platform/values";

/**
 * One organization of the directory.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const getOrganization = operation({
  id: "getDirectoryOrganization",
  route: `GET ${ORGANIZATION}`,
  access: platform("directory:read"),
  summary: "Fetch an organization of the directory",
  description: "Returns one organization.",
  tag: TAG,
  params: ofOrganization,
  returns: json(directoryOrganizationSchema, "The organization."),
  async run({ params }) {
    return bodyOf(organizations, await findOrganization(params.organization_id));
  },
});
