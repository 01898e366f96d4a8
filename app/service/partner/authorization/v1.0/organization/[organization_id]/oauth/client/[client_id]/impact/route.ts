import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { getImpactContract } from "@/lib/oauth/impact/contract";
import { getImpact } from "@/lib/oauth/impact/get-impact";

export const GET = handle(getImpactContract, getImpact);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
