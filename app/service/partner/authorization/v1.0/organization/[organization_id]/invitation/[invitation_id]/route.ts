import { handle, methodNotAllowed } from "@/lib/http/handle";
import { revokeInvitationContract } from "@/lib/organizations/invitations/contract";
import { revokeInvitation } from "@/lib/organizations/invitations/revoke-invitation";

export const DELETE = handle(revokeInvitationContract, revokeInvitation);

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
