import { db } from "@/lib/core/db/client";
import { organization } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import {
  ORGANIZATION_PATH,
  ofOrganization,
  organizationSchema,
  serializeOrganization,
} from "@/lib/tenants/organizations/organization";
import { findOrganization } from "@/lib/tenants/organizations/repository";

/** Returns the caller's organization. */
export const getOrganization = operation({
  id: "getOrganization",
  request: { route: `GET ${ORGANIZATION_PATH}`, params: ofOrganization },
  access: organization("members:read"),
  summary: "Fetch an organization",
  description: "Returns the organization's name and its requirements for members.",
  tag: "Organization",
  returns: json(organizationSchema, "The organization."),
  async run({ caller }) {
    return { body: serializeOrganization(await findOrganization(db(), caller.organizationId)) };
  },
});
