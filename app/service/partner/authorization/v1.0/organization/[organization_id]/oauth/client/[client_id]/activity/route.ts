import { getActivityContract } from "@/lib/activity/contract";
import { getActivity } from "@/lib/activity/get-activity";
import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = handle(getActivityContract, getActivity);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
