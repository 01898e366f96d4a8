import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { revokeInvitationContract } from "@/lib/organizations/invitations/contract";
import { revokeInvitation } from "@/lib/organizations/invitations/revoke-invitation";

export const DELETE = handle(revokeInvitationContract, revokeInvitation);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
