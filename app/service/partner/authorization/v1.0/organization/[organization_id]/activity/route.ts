import { getOrganizationActivityContract } from "@/lib/activity/contract";
import { getOrganizationActivity } from "@/lib/activity/get-organization-activity";
import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";

export const GET = handle(getOrganizationActivityContract, getOrganizationActivity);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
