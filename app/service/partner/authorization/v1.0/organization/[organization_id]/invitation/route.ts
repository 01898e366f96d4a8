import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import {
  createInvitationContract,
  listInvitationsContract,
} from "@/lib/organizations/invitations/contract";
import { createInvitation } from "@/lib/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/organizations/invitations/list-invitations";

export const GET = handle(listInvitationsContract, listInvitations);
export const POST = handle(createInvitationContract, createInvitation);

export const { DELETE, OPTIONS, PATCH, PUT } = otherMethods("GET", "POST");
