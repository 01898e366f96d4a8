import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { listMembersContract } from "@/lib/organizations/members/contract";
import { listMembers } from "@/lib/organizations/members/list-members";

export const GET = handle(listMembersContract, listMembers);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
