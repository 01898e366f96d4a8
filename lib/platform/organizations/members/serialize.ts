import { organizationRoles } from "@/lib/core/permissions";
import type { MemberRow } from "@/lib/platform/members/repository";
import { serializeMember } from "@/lib/platform/members/serialize";
import type { OrganizationMemberResponse } from "@/lib/platform/organizations/schemas";

/** An organization's member in the format of the API. */
export function serializeOrganizationMember(
  organizationId: string,
  row: MemberRow,
): OrganizationMemberResponse {
  return { organization_id: organizationId, ...serializeMember(row, organizationRoles) };
}
