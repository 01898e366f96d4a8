import { memberOperations, ofMember } from "@/lib/platform/members/member-operations";
import { ORGANIZATION, ofOrganization } from "@/lib/platform/organizations/paths";
import { organizationMemberSchemas } from "@/lib/platform/organizations/schemas";

/** Operations on organizations/{organization_id}/members. */
export const organizationMembers = memberOperations({
  kind: "Organization",
  words: "an organization",
  path: ORGANIZATION,
  of: ofOrganization,
  ofMember: ofOrganization.extend(ofMember),
  schemas: organizationMemberSchemas,
  alsoOnChange:
    " A lower role revokes secrets that the person has seen of clients with more permissions.",
  alsoOnEnd:
    " Secrets that they have seen of clients with permissions in the organization are revoked.",
});
