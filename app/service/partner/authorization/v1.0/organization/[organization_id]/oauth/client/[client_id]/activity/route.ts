import { getActivityContract } from "@/lib/activity/contract";
import { getActivity } from "@/lib/activity/get-activity";
import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";

export const GET = handle(getActivityContract, getActivity);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
