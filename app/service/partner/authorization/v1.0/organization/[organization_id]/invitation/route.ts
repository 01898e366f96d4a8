import { handle, methodNotAllowed } from "@/lib/http/handle";
import {
  createInvitationContract,
  listInvitationsContract,
} from "@/lib/organizations/invitations/contract";
import { createInvitation } from "@/lib/organizations/invitations/create-invitation";
import { listInvitations } from "@/lib/organizations/invitations/list-invitations";

export const GET = handle(listInvitationsContract, listInvitations);
export const POST = handle(createInvitationContract, createInvitation);

const refuse = methodNotAllowed("GET, POST");

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
