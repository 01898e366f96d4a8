import { handle, methodNotAllowed } from "@/lib/http/handle";
import { getOrganizationContract, patchOrganizationContract } from "@/lib/organizations/contract";
import { getOrganization } from "@/lib/organizations/get-organization";
import { patchOrganization } from "@/lib/organizations/patch-organization";

export const GET = handle(getOrganizationContract, getOrganization);
export const PATCH = handle(patchOrganizationContract, patchOrganization);

const refuse = methodNotAllowed("GET, PATCH");

export { refuse as DELETE, refuse as POST, refuse as PUT };
