import { handle, methodNotAllowed } from "@/lib/http/handle";
import { leaveOrganizationContract } from "@/lib/organizations/members/contract";
import { leaveOrganization } from "@/lib/organizations/members/leave-organization";

export const DELETE = handle(leaveOrganizationContract, leaveOrganization);

const refuse = methodNotAllowed("DELETE");

export { refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
