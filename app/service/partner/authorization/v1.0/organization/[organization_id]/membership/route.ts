import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { leaveOrganizationContract } from "@/lib/organizations/members/contract";
import { leaveOrganization } from "@/lib/organizations/members/leave-organization";

export const DELETE = handle(leaveOrganizationContract, leaveOrganization);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
