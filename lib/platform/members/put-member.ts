import { platformActor } from "@/lib/operation/access/platform-caller";
import { operation } from "@/lib/operation/operation";
import { membersOfCompany, membersOfOrganization } from "@/lib/platform/members/member";
import { companyMembers, organizationMembers } from "@/lib/platform/members/member-operations";
import { storeCompanyMember, storeOrganizationMember } from "@/lib/platform/members/store-member";
import { putObject } from "@/lib/platform/resource";

/**
 * Creates or changes a company's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export const putCompanyMember = operation({
  ...companyMembers.put,
  run(context) {
    const { params, body } = context;
    const { company_id: id, external_id: externalId } = params;
    return putObject(membersOfCompany(id), context, (tx) =>
      storeCompanyMember(tx, id, externalId, body),
    );
  },
});

/**
 * Creates or changes an organization's member.
 * @throws ServiceError forbidden, insufficient_scope, not_found, invalid_request, conflict, precondition_failed
 */
export const putOrganizationMember = operation({
  ...organizationMembers.put,
  run(context) {
    const { params, body, caller, info } = context;
    const { organization_id: id, external_id: externalId } = params;
    const by = { actor: platformActor(caller), info };
    return putObject(membersOfOrganization(id), context, (tx) =>
      storeOrganizationMember(tx, id, externalId, body, by),
    );
  },
});
