import { transaction } from "@/lib/core/db/client";
import { platform } from "@/lib/operation/access";
import { operation } from "@/lib/operation/operation";
import { json } from "@/lib/operation/returns";
import { ORGANIZATION, ofOrganization } from "@/lib/platform/organizations/paths";
import {
  directoryOrganizationSchema,
  organizationFieldsSchema,
} from "@/lib/platform/organizations/schemas";
import { auditedOrganization, serializeOrganization } from "@/lib/platform/organizations/serialize";
import { storeOrganization } from "@/lib/platform/organizations/store-organization";
import { recordStored } from "@/lib/platform/record-stored";
import { TAG } from "@/lib/platform/values";

/**
 * Creates or changes an organization.
 * @throws ServiceError forbidden, insufficient_scope, invalid_request, conflict, precondition_failed
 */
export const putOrganization = operation({
  id: "putDirectoryOrganization",
  route: `PUT ${ORGANIZATION}`,
  access: platform("directory:write"),
  summary: "Create or change an organization",
  description:
    "Fields that are not sent stay the same, but a new name ends the publisher's verification unless `publisher_verified` is sent with it. Creates the organization's own company if it is missing. The organization reads changes in its own audit log too.",
  tag: TAG,
  params: ofOrganization,
  body: organizationFieldsSchema,
  returns: json(directoryOrganizationSchema, "The organization, updated or unchanged.", {
    created: "The new organization.",
  }),
  errors: ["conflict", "precondition_failed"],
  async run({ params, body, caller, info, ifNoneMatch }) {
    const id = params.organization_id;
    const { status, row } = await transaction(async (tx) => {
      const stored = await storeOrganization(tx, id, body);
      const target = `organization:${id}`;
      const record = { kind: "organization", target, stored, organizationId: id };
      await recordStored(tx, { caller, info, ifNoneMatch }, record, auditedOrganization);
      return stored;
    });
    return { isNew: status === "created", body: serializeOrganization(row) };
  },
});
