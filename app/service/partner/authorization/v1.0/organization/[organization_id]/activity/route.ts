import { getOrganizationActivityContract } from "@/lib/activity/contract";
import { getOrganizationActivity } from "@/lib/activity/get-organization-activity";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(getOrganizationActivityContract, getOrganizationActivity);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
