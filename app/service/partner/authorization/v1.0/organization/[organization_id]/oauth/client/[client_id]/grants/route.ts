import { handle, methodNotAllowed } from "@/lib/http/handle";
import { listGrantsContract } from "@/lib/oauth/grants/contract";
import { listGrants } from "@/lib/oauth/grants/list-grants";

export const GET = handle(listGrantsContract, listGrants);

const refuse = methodNotAllowed("GET");

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
