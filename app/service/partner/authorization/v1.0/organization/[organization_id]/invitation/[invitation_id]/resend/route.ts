import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { resendInvitationContract } from "@/lib/organizations/invitations/contract";
import { resendInvitation } from "@/lib/organizations/invitations/resend-invitation";

export const POST = handle(resendInvitationContract, resendInvitation);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
