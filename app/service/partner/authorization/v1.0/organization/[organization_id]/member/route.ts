import { handle, methodNotAllowed } from "@/lib/http/handle";
import { listMembersContract } from "@/lib/organizations/members/contract";
import { listMembers } from "@/lib/organizations/members/list-members";

export const GET = handle(listMembersContract, listMembers);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
