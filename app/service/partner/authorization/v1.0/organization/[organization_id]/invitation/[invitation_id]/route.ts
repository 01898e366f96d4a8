import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { revokeInvitationContract } from "@/lib/organizations/invitations/contract";
import { revokeInvitation } from "@/lib/organizations/invitations/revoke-invitation";

export const DELETE = handle(revokeInvitationContract, revokeInvitation);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
