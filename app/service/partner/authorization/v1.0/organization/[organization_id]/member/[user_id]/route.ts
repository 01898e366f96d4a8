import { handle, methodNotAllowed } from "@/lib/http/handle";
import { changeMember } from "@/lib/organizations/members/change-member";
import { changeMemberContract, removeMemberContract } from "@/lib/organizations/members/contract";
import { removeMember } from "@/lib/organizations/members/remove-member";

export const PATCH = handle(changeMemberContract, changeMember);
export const DELETE = handle(removeMemberContract, removeMember);

const refuse = methodNotAllowed("PATCH, DELETE");

export { refuse as GET, refuse as POST, refuse as PUT };
