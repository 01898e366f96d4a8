import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { idSchema } from "@/lib/core/schemas/id-schema";
import { sortByName } from "@/lib/core/values/name-order-values";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { findMemberships } from "@/lib/platform/operators/repository";
import { membershipsSchema } from "@/lib/platform/operators/schemas";
import { CONSOLE, OPERATORS_TAG } from "@/lib/platform/values";

/**
 * Lists the companies and organizations that a person belongs to.
 * @throws ServiceError forbidden, insufficient_scope, not_found
 */
export const listMemberships = operation({
  id: "listMemberships",
  request: {
    route: `GET ${CONSOLE}/users/{user_id}/memberships`,
    params: z.object({ user_id: idSchema.meta({ description: "Our id of the person." }) }),
  },
  access: platform("directory:read"),
  summary: "List a person's memberships",
  description: "Returns the companies and organizations that a person belongs to.",
  tag: OPERATORS_TAG,
  returns: json(membershipsSchema, "The memberships."),
  async run({ params }) {
    const memberships = await findMemberships(params.user_id);
    if (!memberships) throw new ServiceError("not_found", "There is no such person. List people.");
    return {
      body: {
        companies: sortByName(
          memberships.companyMembers.map(({ company, role, source }) => ({
            company_id: company.id,
            name: company.name,
            role,
            source,
          })),
        ),
        organizations: sortByName(
          memberships.organizationMembers.map(({ organization, role, source }) => ({
            organization_id: organization.id,
            name: organization.name,
            role,
            source,
          })),
        ),
      },
    };
  },
});
