import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { changeMember } from "@/lib/organizations/members/change-member";
import { changeMemberContract, removeMemberContract } from "@/lib/organizations/members/contract";
import { removeMember } from "@/lib/organizations/members/remove-member";

export const PATCH = handle(changeMemberContract, changeMember);
export const DELETE = handle(removeMemberContract, removeMember);

export const { GET, OPTIONS, POST, PUT } = otherMethods("PATCH", "DELETE");
