import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { getOrganizationContract, patchOrganizationContract } from "@/lib/organizations/contract";
import { getOrganization } from "@/lib/organizations/get-organization";
import { patchOrganization } from "@/lib/organizations/patch-organization";

export const GET = handle(getOrganizationContract, getOrganization);
export const PATCH = handle(patchOrganizationContract, patchOrganization);

export const { DELETE, OPTIONS, POST, PUT } = otherMethods("GET", "PATCH");
