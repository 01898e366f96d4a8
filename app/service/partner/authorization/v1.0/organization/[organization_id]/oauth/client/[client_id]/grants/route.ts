import { listGrantsContract } from "@/lib/activity/grants/contract";
import { listGrants } from "@/lib/activity/grants/list-grants";
import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";

export const GET = handle(listGrantsContract, listGrants);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
