import { getImpactContract } from "@/lib/activity/impact/contract";
import { getImpact } from "@/lib/activity/impact/get-impact";
import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";

export const GET = handle(getImpactContract, getImpact);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
