import { memberContracts, ofMember } from "@/lib/directory/members/contract";
import { ORGANIZATION, ofOrganization } from "@/lib/directory/organizations/contract";
import { organizationMemberSchemas } from "@/lib/directory/organizations/schemas";

/** Operations on organizations/{organization_id}/members. */
export const organizationMembers = memberContracts({
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
