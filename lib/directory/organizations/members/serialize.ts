import type { MemberRow } from "@/lib/directory/members/repository";
import { serializeMember } from "@/lib/directory/members/serialize";
import type { OrganizationMemberResponse } from "@/lib/directory/organizations/schemas";
import { organizationRoles } from "@/lib/kernel/permissions";

/** An organization's member in the format of the API. */
export function serializeOrganizationMember(
  organizationId: string,
  row: MemberRow,
): OrganizationMemberResponse {
  return { organization_id: organizationId, ...serializeMember(row, organizationRoles) };
}
