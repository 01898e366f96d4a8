import { getActivityContract } from "@/lib/activity/contract";
import { getActivity } from "@/lib/activity/get-activity";
import { handle, methodNotAllowed } from "@/lib/http/handle";

export const GET = handle(getActivityContract, getActivity);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
