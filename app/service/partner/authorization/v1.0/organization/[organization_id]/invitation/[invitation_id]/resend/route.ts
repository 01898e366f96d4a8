import { handle, methodNotAllowed } from "@/lib/http/handle";
import { resendInvitationContract } from "@/lib/organizations/invitations/contract";
import { resendInvitation } from "@/lib/organizations/invitations/resend-invitation";

export const POST = handle(resendInvitationContract, resendInvitation);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
