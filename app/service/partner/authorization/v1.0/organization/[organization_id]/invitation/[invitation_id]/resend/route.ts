import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { resendInvitationContract } from "@/lib/organizations/invitations/contract";
import { resendInvitation } from "@/lib/organizations/invitations/resend-invitation";

export const POST = handle(resendInvitationContract, resendInvitation);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
