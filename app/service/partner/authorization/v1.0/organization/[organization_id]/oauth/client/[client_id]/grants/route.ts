import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { listGrantsContract } from "@/lib/oauth/grants/contract";
import { listGrants } from "@/lib/oauth/grants/list-grants";

export const GET = handle(listGrantsContract, listGrants);

export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods("GET");
