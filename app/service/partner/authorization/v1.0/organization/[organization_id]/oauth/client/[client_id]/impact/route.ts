import { handle, methodNotAllowed } from "@/lib/http/handle";
import { getImpactContract } from "@/lib/oauth/impact/contract";
import { getImpact } from "@/lib/oauth/impact/get-impact";

export const GET = handle(getImpactContract, getImpact);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
