import { getOrganization } from "@/lib/tenants/organizations/get-organization";
import { createInvitation } from "@/lib/tenants/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/tenants/organizations/invitations/list-invitations";
import { resendInvitation } from "@/lib/tenants/organizations/invitations/resend-invitation";
import { revokeInvitation } from "@/lib/tenants/organizations/invitations/revoke-invitation";
import { changeMember } from "@/lib/tenants/organizations/members/change-member";
import { leaveOrganization } from "@/lib/tenants/organizations/members/leave-organization";
import { listMembers } from "@/lib/tenants/organizations/members/list-members";
import { removeMember } from "@/lib/tenants/organizations/members/remove-member";
import { patchOrganization } from "@/lib/tenants/organizations/patch-organization";

/** The operations of this room, in the order of the API reference. */
export const operations = [
  getOrganization,
  patchOrganization,
  listMembers,
  changeMember,
  removeMember,
  leaveOrganization,
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
] as const;
