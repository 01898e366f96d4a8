import {
  changeMember,
  createInvitation,
  leaveOrganization,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
} from "@/lib/tenants/organizations/members/members";
import { getOrganization, patchOrganization } from "@/lib/tenants/organizations/organization";

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
