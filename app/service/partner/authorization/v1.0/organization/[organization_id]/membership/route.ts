import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { leaveOrganizationContract } from "@/lib/organizations/members/contract";
import { leaveOrganization } from "@/lib/organizations/members/leave-organization";

export const DELETE = handle(leaveOrganizationContract, leaveOrganization);

export const { GET, OPTIONS, PATCH, POST, PUT } = otherMethods("DELETE");
